// Runs before the first paint so that the page never flashes in the wrong theme. A file of its own,
// because the policy allows no inline script.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch { /* storage refused: the system's choice stands */ }

// An announcement that the visitor closed is not painted again (bar.tsx).
try {
  const { dataset } = document.documentElement
  if (dataset.bar && dataset.bar === localStorage.getItem('bar')) dataset.barClosed = ''
} catch { /* storage refused: it stands there */ }

// Zod compiles schemas with eval() where a page allows it, and tries one call to know. This policy
// refuses it, and browsers report each refusal. Zod reads this name before its first schema.
globalThis.__zod_globalConfig = { jitless: true }

// The loading screen appears once per visit. Returning visitors, also from the card's page, and
// those who open a product directly do not see it (Q136). loading.css and loading.ts read this.
try {
  const product = /^\/products\/(?!category\/)[^/]+\/?$/.test(location.pathname)
  if (product || sessionStorage.getItem('visited') || new URLSearchParams(location.search).has('session_id'))
    document.documentElement.dataset.visited = ''
  sessionStorage.setItem('visited', '1')
} catch { /* storage refused: each page load counts as a visit */ }

// A server-rendered page is readable at once: its style, font and pictures get the network and
// processor first, and the app hydrates after the first paint. A background tab paints nothing and
// does not wait.
const { app, parts } = document.currentScript.dataset
if (app) {
  // Clicks and input before hydration are kept and replayed after it. The browser must not submit a
  // form itself, because that would put its content into the address. Links work at once.
  const pressable = 'button, input[type=checkbox], input[type=radio]'
  const kept = []
  const keep = (event) => {
    const { type, target } = event
    const pressed = type === 'submit' ? target : target.closest(pressable)
    if (!pressed) return
    event.preventDefault()
    event.stopImmediatePropagation()
    kept.push(type === 'submit' ? () => pressed.requestSubmit() : () => pressed.click())
  }
  const typed = new Map()
  const note = ({ target }) => { if ('value' in target) typed.set(target, target.value) }
  // React ignores a value equal to the last it saw, and overrides the element's setter: use the
  // prototype's.
  const retype = (field, value) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    field.value = ''
    set.call(field, value)
    const type = field.localName === 'select' ? 'change' : 'input'
    field.dispatchEvent(new Event(type, { bubbles: true }))
  }
  for (const type of ['click', 'submit']) addEventListener(type, keep, true)
  addEventListener('input', note, true)
  addEventListener('chaveiro:ready', () => {
    for (const type of ['click', 'submit']) removeEventListener(type, keep, true)
    removeEventListener('input', note, true)
    for (const [field, value] of typed) if (field.isConnected && value) retype(field, value)
    for (const act of kept) act()
  }, { once: true })

  let started = false
  const start = () => {
    if (started) return
    started = true
    for (const part of parts.split(' ')) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = part
      document.head.append(link)
    }
    void import(app)
  }
  const painted = () => {
    if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) {
      requestAnimationFrame(() => requestAnimationFrame(start))
      return
    }
    const observer = new PerformanceObserver((seen) => {
      if (seen.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      start()
    })
    observer.observe({ type: 'paint', buffered: true })
  }
  // Fallback for a page that paints nothing.
  addEventListener('load', () => setTimeout(start, 500))
  addEventListener('DOMContentLoaded', () => { if (document.hidden) start(); else painted() })
}
