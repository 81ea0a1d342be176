"use strict";
(() => {
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (tag, className, ...children) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    return element;
  };
  const say = (text) => { one(".status").textContent = text; };
  document.documentElement.classList.add("script");

  // The token after the # is removed from the address bar, and stored only for this tab and
  // this origin.
  const views = all(".view").map((view) => view.id);
  let token = "";
  try { token = sessionStorage.getItem("token") ?? ""; } catch { /* refused */ }
  const remember = (text) => {
    token = text;
    try { sessionStorage.setItem("token", text); } catch { /* refused */ }
  };
  const fragment = () => {
    const text = location.hash.slice(1);
    try { return decodeURIComponent(text); } catch { return text; }
  };
  if (fragment() && !document.getElementById(fragment())) { // other fragments are places of the page
    remember(fragment());
    history.replaceState(null, "", location.pathname);
  }

  const worldInput = one(".world input");
  let world = "default";
  const headers = (more) => ({ Authorization: "Bearer " + token, "Opgen-World": world, ...more });
  const failed = async (response) => {
    const problem = await response.json().catch(() => ({}));
    if (response.status === 401) ask();
    const violations = (problem.errors ?? []).map((v) => `${v.field} ${v.message}`);
    throw new Error([problem.detail ?? problem.title ?? "status " + response.status, ...violations].join("; "));
  };
  const get = async (path) => {
    const response = await fetch("/_sandbox/" + path, { headers: headers() });
    return response.ok ? response.json() : failed(response);
  };
  const post = async (path, body) => {
    const response = await fetch("/_sandbox/" + path, {
      method: "POST", headers: headers({ "Content-Type": "application/json" }), body: JSON.stringify(body),
    });
    return response.ok ? response.json() : failed(response);
  };
  // doing runs an action of the user and shows its result.
  const doing = (f, done) => async (event) => {
    event?.preventDefault();
    try {
      await f(event);
      if (done) say(done);
    } catch (error) {
      say(error.message);
      alertOf(error.message);
    }
  };
  const alertOf = (text) => {
    one(".alert")?.remove();
    const close = make("button", "act", "Close");
    close.type = "button";
    const alert = make("p", "alert unknown", text + " ", close);
    close.addEventListener("click", () => alert.remove());
    one("main").prepend(alert);
  };

  const form = one("form.token");
  const ask = () => {
    form.hidden = false;
    for (const view of all(".view")) view.classList.toggle("shown", view.id === "operations");
    one("input", form).focus();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    remember(one("input", form).value.trim());
    form.hidden = true;
    show();
    begin();
  });

  const json = (value) => make("pre", "", make("code", "", typeof value === "string" ? value : JSON.stringify(value, null, 2)));
  const block = (label, value) => {
    const pre = json(value);
    pre.tabIndex = 0;
    return make("div", "block", make("div", "code", make("span", "label", label), pre));
  };

  // Requests, the newest first.
  const most = 200;
  const requests = one("#requests");
  const list = one(".list", requests);
  const matches = (item) => {
    const text = one(".filter", requests).value.trim().toLowerCase();
    return (!text || item.textContent.toLowerCase().includes(text)) && (!one(".failures", requests).checked || item.dataset.bad === "yes");
  };
  const filter = () => { for (const item of list.children) item.hidden = !matches(item); };
  // JSON is read as text where numbers have to stay exact: tokens are strings, marks, and
  // what is between them.
  const tokens = (text) => text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  const isJSON = (text) => { try { JSON.parse(text); return true; } catch { return false; } };
  const pretty = (text) => {
    if (!isJSON(text)) return text;
    let depth = 0;
    let out = "";
    const all = tokens(text);
    const line = () => "\n" + "  ".repeat(depth);
    all.forEach((token, i) => {
      const opens = token === "{" || token === "[";
      const closes = token === "}" || token === "]";
      if (closes) depth--;
      if (closes && !/^[{[]$/.test(all[i - 1])) out += line();
      out += token;
      if (opens) depth++;
      if (token === "," || opens && !/^[}\]]$/.test(all[i + 1])) out += line();
      if (token === ":") out += " ";
    });
    return out;
  };
  // membersOf returns the members of a JSON object as pairs of a key and a text.
  const membersOf = (text) => {
    const members = [];
    let depth = 0;
    let key = null;
    let value = "";
    for (const token of tokens(text)) {
      if (token === "}" || token === "]") depth--;
      if (depth === 1 && (token === "," || token === ":")) {
        if (token === ":") { key = JSON.parse(value); value = ""; }
        else { members.push([key, value]); key = null; value = ""; }
      } else if (depth >= 1) value += token;
      if (token === "{" || token === "[") depth++;
    }
    if (key !== null) members.push([key, value]);
    return members;
  };
  const took = (nanoseconds) => (nanoseconds / 1e6).toFixed(nanoseconds < 1e7 ? 2 : 0) + " ms";
  const shownRequest = (r) => {
    const bad = r.status < 200 || r.status >= 300;
    const summary = make("summary", "");
    // Spaces separate the words for searches: 12:00:42 and 200 do not contain 422.
    const add = (...part) => summary.append(make(...part), " ");
    add("time", "time", new Date(r.time).toLocaleTimeString());
    add("span", "code-of" + (bad ? " bad" : ""), r.status ? String(r.status) : "broken");
    add("code", "", r.operation || r.path || "no operation");
    add("span", "took", took(r.duration));
    if (r.class) add("span", "badge " + r.class, r.class);
    if (r.fault) add("span", "badge", r.fault);
    const details = make("details", "", summary);
    if (r.failure) add("span", "violations", r.failure);
    if (r.violations?.length) {
      add("span", "violations", r.violations.length === 1 ? "1 violation" : r.violations.length + " violations");
      details.append(make("ul", "violations", ...r.violations.map((v) => make("li", "", make("code", "", v.field || "the body"), " " + v.message))));
    }
    if (r.meant) details.append(make("p", "unknown", "No operation has this path. Did you mean ", make("code", "", r.meant), "?"));
    if (r.operation) {
      const link = (href, text) => Object.assign(make("a", "", text), { href });
      details.append(make("p", "", link("#op-" + r.operation, "What " + r.operation + " does here"), ", ",
        link("reference#" + r.operation, "its reference")));
    }
    if (r.request) details.append(block("Request", pretty(r.request)));
    if (r.response) details.append(block("Response", pretty(r.response)));
    const caller = formOf(r.operation);
    if (caller && r.request && isJSON(r.request)) {
      const again = make("button", "act", "Send it again");
      again.type = "button";
      again.addEventListener("click", () => openForm(caller, r.request));
      details.append(make("p", "", again));
    }
    details.append(make("p", "took", "Request id " + r.request_id));
    const item = make("li", "", details);
    item.dataset.bad = bad ? "yes" : "no";
    return item;
  };
  const addRequest = (r, id) => {
    if (list.firstChild?.dataset.event === id) list.firstChild.remove();
    const item = shownRequest(r);
    item.dataset.event = id;
    item.hidden = !matches(item);
    list.prepend(item);
    while (list.children.length > most) list.lastChild.remove();
    one(".nothing", requests).hidden = true;
  };
  for (const input of all(".tools input", requests)) input.addEventListener("input", filter);

  // fetch reads the stream, since an EventSource cannot send the token in a header, and a
  // token in an address would be logged.
  let watching = new AbortController();
  const watch = async () => {
    watching.abort();
    const mine = (watching = new AbortController());
    list.replaceChildren();
    one(".nothing", requests).hidden = false;
    let last = "";
    for (let wait = 500; !mine.signal.aborted; wait = Math.min(wait * 2, 10000)) {
      const live = (text, on) => {
        const place = one(".live");
        place.textContent = text;
        place.classList.toggle("on", on);
      };
      try {
        const response = await fetch("/_sandbox/requests", { headers: headers({ Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) }), signal: mine.signal });
        if (!response.ok) {
          live("not connected", false);
          await failed(response);
        }
        live("live", true);
        wait = 500;
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let rest = ""; ;) {
          const { value, done } = await reader.read();
          if (done) break;
          const events = (rest + value).split("\n\n");
          rest = events.pop();
          for (const event of events) {
            const lines = event.split("\n");
            const data = lines.find((line) => line.startsWith("data: "));
            last = lines.find((line) => line.startsWith("id: "))?.slice(4) ?? last;
            if (data) addRequest(JSON.parse(data.slice(6)), last);
          }
        }
      } catch {
        if (!form.hidden) return;
      }
      if (mine.signal.aborted) return;
      live("connecting again", false);
      await new Promise((go) => setTimeout(go, wait));
    }
  };

  // What is stored.
  const stored = one("#stored");
  const kinds = one(".kind", stored);
  const documents = one(".list", stored);
  const more = one(".more", stored);
  let next = 0;
  let asked = 0;
  const showKinds = async () => {
    const chosen = kinds.value;
    const { kinds: found } = await get("documents");
    kinds.replaceChildren(...found.map(({ kind, count }) => {
      const option = make("option", "", `${kind} (${count})`);
      option.value = kind;
      return option;
    }));
    if (found.some(({ kind }) => kind === chosen)) kinds.value = chosen;
    else kinds.value = found.toSorted((a, b) => b.count - a.count)[0]?.kind ?? "";
  };
  // telling returns the first members that tell documents apart, except those that are hidden.
  const telling = (body) => {
    const members = Object.entries(typeof body === "string" ? JSON.parse(body) : body);
    const tells = ([key, value]) => key !== "id" && ["string", "number"].includes(typeof value) && !/^(\[.*\])?$/.test(value);
    return members.filter(tells).slice(0, 2).map(([key, value]) => key + " " + String(value).slice(0, 40)).join(", ");
  };
  const showDocuments = async (offset) => {
    const mine = ++asked;
    if (!kinds.value) return;
    const query = new URLSearchParams({ kind: kinds.value, offset });
    const text = one(".text", stored).value.trim();
    if (text) query.set("q", text);
    if (one(".values", stored).checked) query.set("values", "shown");
    const page = await get("documents?" + query);
    if (mine !== asked) return; // there is a later search
    const items = page.documents.map((d) => {
      const parents = (d.parents ?? []).map((p) => `of ${p.kind} ${p.id}`).join(", ");
      const summary = make("summary", "", make("code", "", d.id), make("span", "telling", telling(d.body)), make("span", "took", parents), make("time", "time", new Date(d.changed).toLocaleString()));
      const item = make("li", "", make("details", "", summary, block("version " + d.version, d.body)));
      return item;
    });
    if (offset === 0) documents.replaceChildren();
    documents.append(...items);
    next = page.next ?? 0;
    more.hidden = !next;
    const nothing = one(".nothing", stored);
    nothing.hidden = documents.children.length > 0;
    nothing.textContent = "No document matches.";
    say(page.total === 1 ? "1 document" : page.total + " documents");
  };
  const openStored = doing(async () => { await showKinds(); await showDocuments(0); });
  kinds.addEventListener("change", doing(() => showDocuments(0)));
  let typing = 0;
  one(".text", stored).addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(doing(() => showDocuments(0)), 200); });
  one(".values", stored).addEventListener("change", doing(() => showDocuments(0)));
  more.addEventListener("click", doing(() => showDocuments(next)));

  // The operations: the page has them, the script finds them.
  const operations = one("#operations");
  one(".filter", operations).addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const heading of all("h2", operations)) {
      let here = 0;
      for (const item of heading.nextElementSibling.children) {
        const text = item.textContent.toLowerCase();
        item.hidden = !words.every((word) => text.includes(word));
        if (!item.hidden) here++;
      }
      heading.hidden = here === 0;
      found += here;
    }
    one(".nothing", operations).hidden = found > 0;
    say(found === 1 ? "1 operation" : found + " operations");
  });
  document.addEventListener("click", async (event) => {
    const button = event.target.closest(".copy");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(one("code", button.parentElement).textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Refused";
    }
    say(button.textContent);
    setTimeout(() => { button.textContent = "Copy"; }, 1400);
  });

  // Forms that call operations.
  const formOf = (operation) => all("form.call").find((f) => f.dataset.operation === operation);
  const inputsOf = (caller) => all("[data-kind]", caller);
  // bodyOf puts the request of a form together. It throws an error for text that is no JSON.
  const bodyOf = (caller) => {
    const parts = [];
    for (const input of inputsOf(caller)) {
      const isText = input.dataset.kind === "text" || input.dataset.kind === "choice";
      const isEmpty = (isText ? input.value : input.value.trim()) === "";
      if (isEmpty && !input.dataset.given) continue; // an empty text is sent if a logged request had it
      const value = isText ? JSON.stringify(input.value) : input.value.trim();
      if (!isText && !isJSON(value)) {
        wrongAt(input, "must be JSON");
        input.focus();
        throw new Error(input.name + " must be JSON");
      }
      parts.push(JSON.stringify(input.name) + ":" + value);
    }
    const further = one(".further", caller)?.value.trim();
    if (further && (!isJSON(further) || !further.startsWith("{"))) throw new Error("further members must be a JSON object");
    if (further) parts.push(...membersOf(further).map(([key, value]) => JSON.stringify(key) + ":" + value));
    if (parts.length === 0 && caller.dataset.empty !== "{}") return caller.dataset.empty;
    return "{" + parts.join(",") + "}";
  };
  const wrongAt = (input, text) => {
    const place = document.getElementById(input.id + "-wrong");
    place.textContent = place.textContent ? place.textContent + "; " + text : text;
    place.hidden = false;
    input.setAttribute("aria-invalid", "true");
  };
  const forgetWrong = (caller) => {
    for (const place of all(".wrong", caller)) { place.textContent = ""; place.hidden = true; }
    for (const input of inputsOf(caller)) input.removeAttribute("aria-invalid");
  };
  // violationsIn finds the violations in a refusal, which may have an envelope.
  const violationsIn = (value, depth = 0) => {
    if (value === null || typeof value !== "object" || depth > 3) return [];
    if (Array.isArray(value)) {
      const isViolation = (v) => typeof v?.field === "string" && typeof v?.message === "string";
      return value.length > 0 && value.every(isViolation) ? value : [];
    }
    return Object.values(value).flatMap((v) => violationsIn(v, depth + 1));
  };
  const showRefusal = (caller, violations) => {
    const rest = [];
    for (const v of violations) {
      const [, name = "", ...below] = v.field.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
      const input = inputsOf(caller).find((i) => i.name === name);
      if (!input) { rest.push(v); continue; }
      wrongAt(input, (below.length ? "/" + below.join("/") + " " : "") + v.message);
    }
    one("[aria-invalid]", caller)?.focus(); // the first in the form
    return rest;
  };
  let calls = 0; // a response to a call that is not the last one is not shown
  const call = async (caller) => {
    const mine = ++calls;
    forgetWrong(caller);
    const outcome = one(".outcome", caller);
    outcome.replaceChildren();
    const body = bodyOf(caller);
    const credential = one(".credential").value.trim();
    const began = performance.now();
    const response = await fetch(caller.dataset.path, {
      method: "POST", body: body || undefined,
      headers: { "Opgen-World": world, ...(body && { "Content-Type": "application/json" }), ...(credential && { Authorization: credential }) },
    });
    const text = await response.text();
    if (mine !== calls) return;
    const status = response.status + " after " + took((performance.now() - began) * 1e6);
    const violations = response.ok || !isJSON(text) ? [] : violationsIn(JSON.parse(text));
    const rest = showRefusal(caller, violations);
    outcome.append(make("p", "code-of" + (response.ok ? "" : " bad"), status));
    if (rest.length) outcome.append(make("ul", "violations", ...rest.map((v) => make("li", "", make("code", "", v.field || "the body"), " " + v.message))));
    if (text) outcome.append(block("Response", pretty(text)));
    say(caller.dataset.operation + ": " + status + (violations.length ? ", " + violations.length + " violations" : ""));
  };
  const openForm = (caller, request) => {
    const given = new Map(membersOf(request));
    const further = [];
    forgetWrong(caller);
    for (const input of inputsOf(caller)) {
      const value = given.get(input.name);
      const isText = input.dataset.kind === "text" || input.dataset.kind === "choice";
      given.delete(input.name);
      delete input.dataset.given;
      input.value = value === undefined ? "" : isText && value.startsWith('"') ? JSON.parse(value) : pretty(value);
      if (value === '""') input.dataset.given = "yes";
      if (value?.includes("[redacted]")) {
        if (value === '"[redacted]"') input.value = "";
        wrongAt(input, "was hidden; enter it again");
      }
    }
    for (const [key, value] of given) if (key !== "...") further.push(JSON.stringify(key) + ":" + value);
    const place = one(".further", caller);
    if (place) place.value = further.length ? pretty("{" + further.join(",") + "}") : "";
    one(".outcome", caller).replaceChildren();
    location.hash = "#op-" + caller.dataset.operation;
    (inputsOf(caller)[0] ?? one(".act", caller)).focus();
  };
  for (const caller of all("form.call")) {
    caller.addEventListener("submit", doing(() => call(caller)));
    caller.addEventListener("input", (event) => { delete event.target.dataset.given; });
    one(".clear", caller).addEventListener("click", () => {
      for (const input of all("input, textarea", caller)) input.value = "";
      forgetWrong(caller);
      one(".outcome", caller).replaceChildren();
    });
    for (const button of all(".as", caller)) {
      button.addEventListener("click", doing(async () => {
        forgetWrong(caller);
        const code = await post("code", { operation: caller.dataset.operation, request: bodyOf(caller) || "{}" });
        await navigator.clipboard.writeText(code[button.dataset.form]);
      }, "Copied."));
    }
  }

  // Faults, latency, time, snapshots.
  const steer = one("#steer");
  let faults = [];
  const same = (a, b) => ["operation", "status", "break", "latency"].every((key) => (a[key] ?? "") === (b[key] ?? "")) && a.times === b.times;
  const faultWords = (f) => [
    f.operation || "every call",
    f.latency ? "waits " + f.latency : "",
    f.status ? "responds " + f.status : f.break ?? "",
    f.times < 0 ? "always" : f.times === 1 ? "once" : f.times + " times",
  ].filter(Boolean).join(", ");
  const showFaults = (response) => {
    faults = response.faults.filter((f) => f.times !== 0);
    one(".faults", steer).replaceChildren(...faults.map((f) => {
      const remove = make("button", "act", "Remove");
      remove.type = "button";
      remove.setAttribute("aria-label", "Remove: " + faultWords(f));
      remove.addEventListener("click", doing(() => setFaults(faults.filter((other) => other !== f)), "The fault is removed."));
      return make("li", "", faultWords(f), remove);
    }));
    one(".nothing", steer).hidden = faults.length > 0;
    for (const button of all("[role=switch]", steer)) {
      button.setAttribute("aria-checked", String(faults.some((f) => same(f, JSON.parse(button.dataset.fault)))));
    }
  };
  const setFaults = async (list) => showFaults(await post("faults", { faults: list }));
  for (const button of all("[role=switch]", steer)) {
    button.addEventListener("click", doing(async () => {
      const fault = JSON.parse(button.dataset.fault);
      const others = faults.filter((f) => !same(f, fault));
      await setFaults(others.length < faults.length ? others : [...others, fault]);
    }, "The faults are set."));
  }
  one(".fault", steer).addEventListener("submit", doing(async (event) => {
    const fields = Object.fromEntries(new FormData(event.target));
    const fault = { times: Number(fields.times) };
    if (fields.operation) fault.operation = fields.operation;
    if (fields.latency) fault.latency = fields.latency;
    if (/^\d+$/.test(fields.what)) fault.status = Number(fields.what);
    else if (fields.what) fault.break = fields.what;
    await setFaults([...faults, fault]);
  }, "The fault is set."));
  const showLatency = ({ latency }) => { for (const radio of all("[name=latency][type=radio]")) radio.checked = radio.value === latency; };
  one(".latency", steer).addEventListener("change", doing(async (event) => showLatency(await post("latency", { latency: event.target.value })), "The latency is set."));
  const showClock = ({ now, frozen }) => {
    one("p.clock").textContent = now.replace("T", " ").replace(/\.\d+/, "") + (frozen ? ", standing still" : "");
    one("form.clock [type=datetime-local]").value = now.slice(0, 19);
    one("form.clock [name=frozen]").checked = frozen;
  };
  one("form.clock").addEventListener("submit", doing(async (event) => {
    const text = one("[type=datetime-local]", event.target).value;
    showClock(await post("clock", { now: (text.length === 16 ? text + ":00" : text) + "Z", frozen: one("[name=frozen]", event.target).checked }));
  }, "The time is set."));
  one(".machine").addEventListener("click", doing(async () => showClock(await post("clock", {})), "The world uses the time of the machine."));
  const showSnapshots = ({ snapshots }) => {
    one(".snapshots").replaceChildren(...snapshots.map((name) => {
      const restore = make("button", "act", "Restore");
      restore.type = "button";
      restore.setAttribute("aria-label", "Restore " + name);
      restore.addEventListener("click", doing(async () => { await post("restore", { name }); await openSteer(); }, "The world is restored."));
      return make("li", "", name, restore);
    }));
    one(".none", steer).hidden = snapshots.length > 0;
  };
  one("form.snapshot").addEventListener("submit", doing(async (event) => showSnapshots(await post("snapshot", { name: event.target.elements.name.value })), "The snapshot is saved."));
  const reset = one(".reset");
  reset.addEventListener("click", doing(async () => {
    if (!reset.dataset.sure) {
      reset.dataset.sure = "asked";
      reset.textContent = "Reset it: all documents are lost";
      setTimeout(() => { delete reset.dataset.sure; reset.textContent = "Reset the world"; }, 5000);
      return;
    }
    delete reset.dataset.sure;
    reset.textContent = "Reset the world";
    await post("reset", {});
    await openSteer();
    say("The world is reset.");
  }));
  const openSteer = doing(async () => {
    const [f, l, c, s] = await Promise.all([get("faults"), get("latency"), get("clock"), get("snapshots")]);
    showFaults(f);
    showLatency(l);
    showClock(c);
    showSnapshots(s);
  });

  // One part is shown at a time, and the address names it.
  const show = () => {
    const place = fragment().startsWith("op-") && document.getElementById(fragment());
    const id = place ? "operations" : views.includes(fragment()) ? fragment() : "requests";
    if (!form.hidden) return;
    for (const view of all(".view")) view.classList.toggle("shown", view.id === id);
    for (const link of all(".views a")) {
      if (link.hash === "#" + id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (place) {
      place.open = true;
      place.parentElement.hidden = false; // whatever is searched for
      place.scrollIntoView();
    } else scrollTo(0, 0);
    if (!token) return;
    if (id === "stored") openStored();
    if (id === "steer") openSteer();
  };
  const begin = () => {
    watch();
    get("worlds").then(({ worlds }) => one("#worlds").replaceChildren(...worlds.map((name) => make("option", "", name)))).catch(() => {});
  };
  worldInput.addEventListener("change", () => {
    world = worldInput.value.trim() || "default";
    show();
    begin();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox], [type=radio]), select, textarea")) return;
    const search = one(".view.shown [type=search]");
    if (!search) return;
    event.preventDefault();
    search.select();
    search.focus();
  });
  addEventListener("hashchange", show);
  if (token) {
    show();
    begin();
  } else ask();
})();
