import { notPlayed } from './errors.ts'
import type { Route } from './server.ts'

// Calls that Discord has and this sandbox does not play: refused by what they are, so that whoever
// asks does not look for a mistake of their own.

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
