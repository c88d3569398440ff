import { notPlayed } from './errors.ts'
import type { Route } from './server.ts'

// Discord calls that this sandbox does not implement. A refusal names them, so that developers do
// not search for a mistake of their own.

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
