"use strict";
(() => {
  const root = document.documentElement;
  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (tag, className, ...children) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    return element;
  };
  const say = (text) => { one(".status").textContent = text; };
  const remember = (key, value) => {
    try { localStorage.setItem(key, value); } catch { /* refused */ }
  };

  // The theme is that of the system until the reader chooses one.
  const themeButton = one(".theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const showTheme = () => {
    themeButton.classList.toggle("dark", isDark());
    themeButton.setAttribute("aria-label", isDark() ? "Use the light theme" : "Use the dark theme");
  };
  themeButton.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember("theme", root.dataset.theme);
    showTheme();
  });
  system.addEventListener("change", showTheme);
  showTheme();

  // One language of examples for the whole page. The clicked element stays in
  // place, even if something above it grows.
  const showLang = (lang) => {
    root.dataset.lang = lang;
    for (const tab of all(".tab")) tab.setAttribute("aria-pressed", String(tab.dataset.lang === lang));
  };
  showLang(root.dataset.lang);
  document.addEventListener("click", (event) => {
    const tab = event.target.closest(".tab");
    if (!tab) return;
    const before = tab.getBoundingClientRect().top;
    showLang(tab.dataset.lang);
    remember("lang", tab.dataset.lang);
    scrollBy(0, tab.getBoundingClientRect().top - before);
  });

  // The base URL that a reader gives, in all curl examples.
  const variable = '"$BASE_URL"';
  const examples = all(".code[data-lang=curl] code").map((code) => [code, code.textContent]);
  const baseInput = one(".base input");
  const showBase = () => {
    const base = baseInput.value.trim().replace(/\/+$/, "");
    const quoted = base ? "'" + base.replaceAll("'", "'\\''") + "'" : variable;
    for (const [code, text] of examples) color(code, text.replace(variable, () => quoted));
  };
  // It is the first server of the catalog, or the sandbox that serves the page, until the reader
  // types another one, which is kept for this catalog.
  const baseKey = "base " + document.title;
  const keptBase = () => { try { return localStorage.getItem(baseKey); } catch { return null; } };

  // Keys, strings and numbers of examples have colors. Their text stays the same.
  const parts = /("(?:[^"\\\n]|\\.)*")(\s*:)?|\b(?:true|false|null|nil|-?\d[\d.eE+-]*)\b/g;
  const color = (code, text) => {
    const colored = document.createDocumentFragment();
    let from = 0;
    for (const found of text.matchAll(parts)) {
      const [whole, string, colon] = found;
      const name = string === undefined ? "number" : colon === undefined ? "string" : "key";
      colored.append(text.slice(from, found.index), make("span", "code-" + name, string ?? whole), colon ?? "");
      from = found.index + whole.length;
    }
    colored.append(text.slice(from));
    code.replaceChildren(colored);
  };
  for (const code of all(".code code")) color(code, code.textContent);
  if (baseInput) {
    const ofSandbox = location.pathname.startsWith("/_sandbox/") ? location.origin : "";
    baseInput.value = keptBase() ?? (ofSandbox || baseInput.value);
    baseInput.addEventListener("input", () => {
      remember(baseKey, baseInput.value);
      showBase();
    });
    showBase();
  }

  // The console of the sandbox that serves the page has a form for each operation.
  if (location.pathname.startsWith("/_sandbox/")) {
    for (const place of all("article.op")) {
      const link = make("a", "", "Call it in the console");
      link.href = "./#op-" + place.id;
      place.querySelector("h2, h3")?.after(make("p", "", link));
    }
  }

  // Copying: the text beside a button, or the address of an anchor.
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make("textarea", "status");
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      if (!done) throw new Error("refused");
    }
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest(".copy, .anchor");
    if (!button) return;
    const isAnchor = button.classList.contains("anchor");
    const label = button.textContent;
    let word = "Copied";
    try {
      await copy(isAnchor ? button.href : one("code", button.parentElement).textContent);
    } catch {
      word = isAnchor ? label : "Refused";
    }
    if (button.dataset.busy) return;
    button.dataset.busy = "yes";
    button.textContent = word;
    say(word);
    setTimeout(() => {
      button.textContent = label;
      delete button.dataset.busy;
    }, 1400);
  });

  // The contents: a drawer on small screens, opened at the current section.
  const side = one(".side");
  const menu = one(".menu");
  const drawer = (shown) => {
    side.classList.toggle("shown", shown);
    menu.setAttribute("aria-expanded", String(shown));
  };
  menu.addEventListener("click", () => drawer(!side.classList.contains("shown")));
  side.addEventListener("click", (event) => { if (event.target.closest("a")) drawer(false); });
  const links = new Map(all("a", side).map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
  let current;
  const show = (id) => {
    const link = links.get(id);
    if (link === current) return;
    current?.removeAttribute("aria-current");
    current = link;
    if (!link) return;
    link.setAttribute("aria-current", "true");
    const details = link.closest("details");
    for (const other of all("details[data-auto]", side)) {
      if (other !== details) { other.open = false; delete other.dataset.auto; }
    }
    if (details && !details.open) { details.open = true; details.dataset.auto = "yes"; }
    const box = link.getBoundingClientRect();
    const frame = side.getBoundingClientRect();
    if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40) side.scrollTop += box.top - frame.top - frame.height / 3;
  };
  const sections = all("main [id]").filter((e) => links.has(e.id) || e.id === "~top");
  let waiting = false;
  const follow = () => {
    waiting = false;
    const line = 120;
    let low = 0;
    let high = sections.length - 1;
    while (low < high) { // the last section that begins above the line
      const middle = (low + high + 1) >> 1;
      if (sections[middle].getBoundingClientRect().top <= line) low = middle; else high = middle - 1;
    }
    if (sections[low]) show(sections[low].id);
  };
  addEventListener("scroll", () => {
    if (!waiting) { waiting = true; requestAnimationFrame(follow); }
  }, { passive: true });
  follow();

  // What is near the target of a link is laid out only when it is seen, which moves the
  // target away from where the page was opened. Not after a reload or a step back, which
  // return to where the reader was.
  const settle = (frames) => {
    one(":target")?.scrollIntoView();
    if (frames > 0) requestAnimationFrame(() => settle(frames - 1));
  };
  if (performance.getEntriesByType("navigation")[0]?.type === "navigate") addEventListener("load", () => settle(10));

  // A record or enum in its place: a copy of what its own section says, made when it
  // is opened. The copy may hold further ones, also of the same record.
  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (!details.matches?.(".unfold") || details.children.length > 1) return;
    const section = document.getElementById("~" + details.dataset.of);
    const copies = all(":scope > :is(.open, .fields, .empty)", section).map((e) => e.cloneNode(true));
    const response = details.closest(".response");
    if (response) {
      const promise = response.dataset.promise;
      for (const list of copies) {
        list.classList.add("response");
        list.dataset.promise = promise;
        for (const word of all(".required", list)) { word.className = "always"; word.textContent = promise; }
      }
    }
    details.append(make("div", "inner", ...copies));
  }, true);

  // The search uses the words of the page itself.
  const input = one(".search input");
  const panel = one(".results");
  const list = one("ul", panel);
  const none = one(".none", panel);
  const shownResults = 40;
  let index;
  const build = () => {
    const text = (e) => (e ? e.textContent : "");
    // The names of fields, and their names in Go.
    const fields = (e) => [...new Set(all(".fields .name", e).flatMap((f) => (f.dataset.go ? [text(f), f.dataset.go] : [text(f)])))];
    return [
      ...all(".op").map((e) => ({
        id: e.id, within: e.dataset.area + ".", name: e.dataset.name, go: e.dataset.go, about: text(one(".summary", e)),
        path: text(one(".path code", e)), fields: fields(e),
      })),
      ...all(".type").map((e) => ({
        id: e.id, within: "", name: text(one("h3 bdi", e) ?? one("h3", e)), go: "", about: text(one("p", e)),
        path: "", fields: fields(e), holds: e.dataset.holds,
      })),
    ].map((e) => ({
      ...e,
      low: {
        name: e.name.toLowerCase(), full: (e.within + e.name).toLowerCase(), go: e.go.toLowerCase(), fullGo: (e.within + e.go).toLowerCase(),
        path: e.path.toLowerCase(), rest: (e.about + " " + e.path).toLowerCase(), fields: e.fields.map((f) => f.toLowerCase()),
      },
    }));
  };
  // The score of a word in an entry, 0 if the entry does not contain it.
  const worth = (word, { low }) => {
    if ([low.name, low.full, low.go, low.fullGo, low.path].includes(word)) return 100;
    if (low.go && (word === low.go + "request" || word === low.go + "response")) return 90;
    if ([low.name, low.full, low.go, low.fullGo].some((s) => s.startsWith(word))) return 60;
    if (low.full.includes("_" + word)) return 50;
    if (low.full.includes(word)) return 40;
    if (low.fields.includes(word)) return 30;
    if (low.rest.includes(word)) return 20;
    if (low.fields.some((f) => f.includes(word))) return 10;
    return 0;
  };
  // Reports whether two words differ in one letter at most, or in two if they are long.
  const near = (word, part) => {
    const most = word.length < 6 ? 1 : 2;
    let row = [...Array(part.length + 1).keys()];
    for (let i = 1; i <= word.length; i++) {
      const next = [i];
      for (let j = 1; j <= part.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (word[i - 1] === part[j - 1] ? 0 : 1));
      }
      row = next;
    }
    return row[part.length] <= most;
  };
  const misspelled = (word, { low }) =>
    worth(word, { low }) || (word.length > 3 && low.full.split(/[._-]/).some((part) => part.length > 3 && near(word, part)) ? 1 : 0);
  const find = (query) => {
    const whole = query.toLowerCase().trim().replace(/^post\s+/, "").replace(/^https?:\/\/[^/]*/, "");
    const words = whole.split(/\s+/).filter(Boolean);
    index ??= build();
    const hits = scored(words, worth);
    return hits.length ? hits : scored(words, misspelled);
  };
  const scored = (words, worth) =>
    index
      .map((entry) => {
        const each = words.map((word) => worth(word, entry));
        const joined = worth(words.join("_"), entry);
        return { entry, words, score: each.includes(0) ? 0 : each.reduce((a, b) => a + b, 0) + joined };
      })
      .filter((hit) => hit.score > 0)
      // Operations come before types with the same field.
      .sort((a, b) => b.score - a.score || !a.entry.path - !b.entry.path || a.entry.name.length - b.entry.name.length);
  const marked = (text, words) => {
    const low = text.toLowerCase();
    if (low.length !== text.length) return [text];
    const parts = [];
    let at = 0;
    while (at < text.length) {
      let start = -1;
      let length = 0;
      for (const word of words) {
        const i = low.indexOf(word, at);
        if (i >= 0 && (start < 0 || i < start)) { start = i; length = word.length; }
      }
      if (start < 0) break;
      parts.push(text.slice(at, start), make("mark", "", text.slice(start, start + length)));
      at = start + length;
    }
    return [...parts, text.slice(at)];
  };
  const option = ({ entry, words }, n) => {
    const title = make("span", "title", make("span", "within", ...marked(entry.within, words)), ...marked(entry.name, words));
    const item = make("li", "", title);
    const elsewhere = (text) => words.some((w) => text.toLowerCase().includes(w) && !entry.low.full.includes(w) && !entry.low.rest.includes(w));
    const [kind, found] = entry.go && elsewhere(entry.go) ? ["in Go ", entry.go] : [(entry.holds ?? "field") + " ", entry.fields.find(elsewhere)];
    item.append(make("span", "about", ...(found ? [kind, make("span", "field", ...marked(found, words))] : marked(entry.about, words))));
    item.id = "~result" + n;
    item.setAttribute("role", "option");
    item.dataset.to = entry.id;
    return item;
  };
  let chosen = 0;
  const choose = (n) => {
    const items = [...list.children];
    items[chosen]?.setAttribute("aria-selected", "false");
    chosen = items.length ? (n + items.length) % items.length : 0;
    const item = items[chosen];
    if (!item) { input.removeAttribute("aria-activedescendant"); return; }
    item.setAttribute("aria-selected", "true");
    // Not scrollIntoView, which would also move the page below the bar.
    if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop;
    const below = item.offsetTop + item.offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
    input.setAttribute("aria-activedescendant", item.id);
  };
  const close = () => {
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const search = () => {
    const query = input.value.trim();
    if (!query) { close(); return; }
    const hits = find(query);
    const more = hits.length - shownResults;
    list.replaceChildren(...hits.slice(0, shownResults).map(option));
    none.hidden = hits.length > 0 && more <= 0;
    none.textContent = more > 0 ? `${more} more: type further to see them` : `Nothing matches “${query}”.`;
    panel.hidden = false;
    input.setAttribute("aria-expanded", "true");
    say(hits.length === 1 ? "1 result" : `${hits.length} results`);
    choose(0);
  };
  const open = (item) => {
    if (!item) return;
    close();
    input.value = "";
    input.blur();
    drawer(false);
    const to = "#" + encodeURIComponent(item.dataset.to);
    if (location.hash === to) document.getElementById(item.dataset.to).scrollIntoView();
    else location.hash = to;
  };
  input.addEventListener("input", search);
  input.addEventListener("focus", search);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    switch (event.key) {
      case "ArrowDown": choose(chosen + 1); break;
      case "ArrowUp": choose(chosen - 1); break;
      case "Enter": if (!panel.hidden) open(list.children[chosen]); break;
      case "Escape":
        if (input.value) { input.value = ""; close(); } else input.blur();
        break;
      default: return;
    }
    event.preventDefault();
  });
  list.addEventListener("mousemove", (event) => {
    const item = event.target.closest("li");
    if (item && item.getAttribute("aria-selected") !== "true") choose([...list.children].indexOf(item));
  });
  list.addEventListener("click", (event) => open(event.target.closest("li")));
  document.addEventListener("click", (event) => { if (!event.target.closest(".search")) close(); });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus({ preventScroll: true });
      input.select();
    }
    if (event.key === "Escape" && !typing) drawer(false);
  });
})();
