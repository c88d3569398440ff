import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Stops forwarding in both directions; connections stay open but get no answers. */
  freeze(): void
  /** Forwards again for new connections; frozen ones that received data stay dead. */
  thaw(): void
  /** Drops the server's packets that begin with this byte ('A' is a notification of PostgreSQL). */
  drop(firstByte: string | null): void
  /** Delays the opening of further connections, in milliseconds. */
  delay(ms: number): void
  close(): Promise<void>
}

/**
 * A proxy to a server on this machine. A test can freeze its connections, as if the network failed
 * silently.
 */
export async function openTcpProxy(target: number): Promise<TcpProxy> {
  let isFrozen = false
  let droppedByte: number | null = null
  let delayMs = 0
  const sockets = new Set<Socket>()

  const server = createServer((near) => {
    if (delayMs) setTimeout(joinServer, delayMs, near)
    else joinServer(near)
  })

  const joinServer = (near: Socket) => {
    const far = connect(target, '127.0.0.1')
    let isDead = false

    const forward = (from: Socket, to: Socket, filter: (data: Buffer) => boolean) => {
      sockets.add(from)

      from.on('data', (data: Buffer) => {
        isDead ||= isFrozen
        if (!isDead && filter(data)) to.write(data)
      })

      from.on('error', () => {})

      from.on('close', () => {
        sockets.delete(from)
        if (!isDead) to.destroy()
      })
    }

    forward(near, far, () => true)
    forward(far, near, (data) => data[0] !== droppedByte)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
    drop: (firstByte) => void (droppedByte = firstByte === null ? null : firstByte.charCodeAt(0)),
    delay: (ms) => void (delayMs = ms),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
