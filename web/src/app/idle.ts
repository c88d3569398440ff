// Parts that the browser imports when idle, in one file to save requests.
export { Backdrop } from '../features/store/backdrop/backdrop.tsx'
export { MusicPause } from './music-pause.tsx'
export { VisitCounter as Visit } from './visit.tsx'
