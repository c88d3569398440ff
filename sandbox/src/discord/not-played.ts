import { notPlayed } from './errors.ts'
import type { Route } from './server.ts'

// Calls of Discord that this sandbox does not play. They are refused by name, so that developers do
// not look for their own mistake.

const threads = (method: Route['method'], url: string): Route => ({
  method,
  url,
  auth: 'bot',
  run: () => {
    throw notPlayed('threads')
  },
})

export const notPlayedRoutes: readonly Route[] = [
  threads('POST', '/channels/:channel/messages/:message/threads'),
  threads('POST', '/channels/:channel/threads'),
  threads('GET', '/channels/:channel/thread-members'),
  threads('PUT', '/channels/:channel/thread-members/@me'),
  threads('DELETE', '/channels/:channel/thread-members/@me'),
  threads('GET', '/channels/:channel/threads/archived/public'),
  threads('GET', '/channels/:channel/threads/archived/private'),
  threads('GET', '/guilds/:guild/threads/active'),
]
