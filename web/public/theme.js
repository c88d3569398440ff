// Runs before the first paint so that a chosen theme never flashes; a file of its own because the
// policy allows no inline script.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch { /* storage refused: the system's choice stands */ }

// A line above the page that its reader closed is never painted again (bar.tsx).
try {
  const { dataset } = document.documentElement
  if (dataset.bar && dataset.bar === localStorage.getItem('bar')) dataset.barClosed = ''
} catch { /* storage refused: it stands there */ }

// The loading screen is for whoever comes in, once a visit: who comes back, from the card's page too,
// finds the shop as they left it, and who was led to a product sees it at once (Q136). loading.css
// and loading.ts look at this.
try {
  const product = /^\/products\/(?!category\/)[^/]+\/?$/.test(location.pathname)
  if (product || sessionStorage.getItem('visited') || new URLSearchParams(location.search).has('session_id'))
    document.documentElement.dataset.visited = ''
  sessionStorage.setItem('visited', '1')
} catch { /* storage refused: each page load counts as a visit */ }

// A page that came finished from the server is there to be read: its style, font and pictures have
// the line and the processor to themselves until it is painted, then the app takes it over. A tab in
// the background paints nothing and does not wait.
const { app, parts } = document.currentScript.dataset
if (app) {
  // What is pressed or typed before the app has taken the page over is kept and done once it has:
  // nothing is lost, and the browser itself never sends a form (which would put what was typed into
  // the address). Links work at once, as they are.
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
  // React hears only of values that differ from the last one it saw; the prototype's own setter is
  // the one it does not watch.
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
  // A page that came with nothing to paint still becomes one.
  addEventListener('load', () => setTimeout(start, 500))
  addEventListener('DOMContentLoaded', () => { if (document.hidden) start(); else painted() })
}
