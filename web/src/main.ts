import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';

const place = document.getElementById('app');
if (place) mount(App, { target: place });

// Only over HTTPS, and on the machine itself, do browsers have these.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/service-worker.js');
