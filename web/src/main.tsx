import { createRoot } from 'react-dom/client'
import { startApp } from './app/start.tsx'
import './styles.css'

createRoot(document.getElementById('root')!).render(await startApp())
