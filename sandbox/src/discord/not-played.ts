import { notPlayed } from './errors.ts'
import type { Route } from './server.ts'

// Calls of Discord that this sandbox does not play. They are refused by name, so that developers do
// not look for their own mistake.

const threadRoute = (method: Route['method'], url: string): Route => ({
  method,
  url,
  auth: 'bot',
  run: () => {
    throw notPlayed('threads')
  },
})

export const notPlayedRoutes: readonly Route[] = [
  threadRoute('POST', '/channels/:channel/messages/:message/threads'),
  threadRoute('POST', '/channels/:channel/threads'),
  threadRoute('GET', '/channels/:channel/thread-members'),
  threadRoute('PUT', '/channels/:channel/thread-members/@me'),
  threadRoute('DELETE', '/channels/:channel/thread-members/@me'),
  threadRoute('GET', '/channels/:channel/threads/archived/public'),
  threadRoute('GET', '/channels/:channel/threads/archived/private'),
  threadRoute('GET', '/guilds/:guild/threads/active'),
]
