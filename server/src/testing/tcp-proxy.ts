import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /**
   * Stop forwarding, both ways, while every connection stays open: a line that dies without a word.
   */
  freeze(): void
  /** Forward again what comes from now on; frozen connections stay dead. */
  thaw(): void
  /**
   * Leave out what the server says by itself when a packet begins with this byte ('A' is a
   * notification of PostgreSQL).
   */
  drop(firstByte: string | null): void
  /** Let each connection that is opened from now on wait so many milliseconds for its other side. */
  delay(ms: number): void
  close(): Promise<void>
}

/** A line to a server on this machine that a test can let die silently. */
export async function openTcpProxy(target: number): Promise<TcpProxy> {
  let frozen = false
  let dropped: number | null = null
  let delayMs = 0
  const sockets = new Set<Socket>()

  const server = createServer((near) => {
    if (delayMs) setTimeout(join, delayMs, near)
    else join(near)
  })

  const join = (near: Socket) => {
    const far = connect(target, '127.0.0.1')
    let dead = false

    const pass = (from: Socket, to: Socket, filter: (data: Buffer) => boolean) => {
      sockets.add(from)

      from.on('data', (data: Buffer) => {
        dead ||= frozen
        if (!dead && filter(data)) to.write(data)
      })

      from.on('error', () => {})

      from.on('close', () => {
        sockets.delete(from)
        if (!dead) to.destroy()
      })
    }

    pass(near, far, () => true)
    pass(far, near, (data) => data[0] !== dropped)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => void (frozen = true),
    thaw: () => void (frozen = false),
    drop: (firstByte) => void (dropped = firstByte === null ? null : firstByte.charCodeAt(0)),
    delay: (ms) => void (delayMs = ms),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
