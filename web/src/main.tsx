import { createRoot, hydrateRoot } from 'react-dom/client'
import { startApp } from './app/start.tsx'
import { readPageState } from './lib/page-state.ts'
import './styles.css'

const root = document.getElementById('root')!
const state = readPageState()
const app = await startApp(state)
if (state) hydrateRoot(root, app)
else createRoot(root).render(app)
