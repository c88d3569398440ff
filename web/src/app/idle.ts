// What the browser fetches when it has nothing better to do: one file, since each asks once more.
export { Backdrop } from '../features/store/backdrop/backdrop.tsx'
export { MusicPause } from './music-pause.tsx'
export { Visit } from './visit.tsx'
