import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadLanguage } from './lib/language/catalogue';

const place = document.getElementById('app');
await loadLanguage();
if (place) mount(App, { target: place });

// Only over HTTPS, and on the machine itself, do browsers have these.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/service-worker.js');
