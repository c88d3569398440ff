import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { readPageState } from './api/page-state.ts'
import { startApp } from './app/start.tsx'
import './styles.css'

const root = document.getElementById('root')!
const state = readPageState()

const bearing = import('./app/translated.ts').then(
  ({ bearTranslation }) => bearTranslation(document.body),
  // Without it the page works as long as nobody has it translated.
  () => {},
)

// No top-level await: the page's chunk imports from the file this ends up in, and each would wait
// for the other.
void Promise.all([startApp(state), bearing]).then(([app]) => {
  // The finished page is taken over in small steps, so that a click in between is not kept waiting.
  if (state)
    startTransition(() => {
      hydrateRoot(root, app)
    })
  else createRoot(root).render(app)
})
