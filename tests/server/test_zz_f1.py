import sys, time, asyncio, pytest, resource
import tests.server.test_spy as t
import os; mode=os.environ["MODE"]
def cpu(): 
    r=resource.getrusage(resource.RUSAGE_SELF); return r.ru_utime+r.ru_stime
def test_it(lite_server, monkeypatch):
    monkeypatch.setattr(t.sockets,"GAP_SECONDS",0)
    if mode=="nospies": monkeypatch.setattr(t,"SHIFTS",3); 
    c0=cpu(); w0=time.time()
    s=t.Spied(lite_server)
    heard=[0,0]
    if "nolook" in mode or "nospies" in mode:
        async def nl(self): pass
        monkeypatch.setattr(t.Spied,"_look",nl)
    if "nospies" in mode:
        s.spies={k:[] for k in s.spies}
        async def pr(self, looking):
            upto = {table: self._desk(table).state.rounds for table in self.tables}
            while under_way := [d for table in self.tables if (d := self._desk(table)).state.rounds == upto[table]]:
                await t.in_server(self.live,[t.h.Request(d.table_id, w, f"spied-{next(self._ids)}") for d in under_way for w in t.wishes_at(self.live.house.rules_of(d), d)])
                heard[0]+=1
        monkeypatch.setattr(t.Spied,"_play_round",pr)
    if "noread" in mode:
        async def ra(self):
            for table, spies in self._present.items():
                for spy in spies: spy.heard.clear()
        monkeypatch.setattr(t.Spied,"_read_all",ra)
    print("setup", cpu()-c0)
    asyncio.run(s.play(100, look_every=50))
    print(mode, "cpu", cpu()-c0, "wall", time.time()-w0, heard, sum(s.moments.values()), len(s.leaks))
