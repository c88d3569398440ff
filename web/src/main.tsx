import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { readPageState } from './api/page-state.ts'
import { startApp } from './app/start.tsx'
import './styles.css'

const container = document.getElementById('root')!
const pageState = readPageState()

const translationReady = import('./app/translated.ts').then(
  ({ supportTranslation: bearTranslation }) => bearTranslation(document.body),
  // Without this module the page works until a browser translates it.
  () => {},
)

// No top-level await: the page's chunk imports the chunk of this file, and each would wait for the
// other.
void Promise.all([startApp(pageState), translationReady]).then(([app]) => {
  // Hydrates in small steps, so that a click in between is not delayed.
  if (pageState)
    startTransition(() => {
      hydrateRoot(container, app)
    })
  else createRoot(container).render(app)
})
