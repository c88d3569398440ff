import { fileURLToPath } from 'node:url'
import type { DeskAction, DeskKind, PaymentStatus } from '@chaveiro/contracts/states'

// The server's test world in a browser test, whose clock a test moves. The server and its sandbox are compiled without the browser's types, so only
// what is used here is named; the file itself comes by its address.

export type World = {
  origin: string
  app: { pool: { query(text: string, values?: unknown[]): Promise<{ rows: any[] }> } }
  close(): Promise<void>
}
export type Cell = {
  event: string
  method: string
  stock: boolean
  make(world: World): Promise<string>
  kind: DeskKind | null
  state: 'open' | 'done' | 'off'
  status: PaymentStatus
  delivered: number
  units: number
  actions: readonly DeskAction[]
}
export type StaffPerson = { userId: string; name: string; email: string; token: string }

const load = (path: string): Promise<any> =>
  import(fileURLToPath(new URL(`../server/src/testing/${path}`, import.meta.url)))

/** A shop with sandbox on a database of its own, the money matrix, and how to make a person in it. */
export async function openMoneyWorld(): Promise<{
  world: World
  matrix: readonly Cell[]
  admin(): Promise<StaffPerson>
  close(): Promise<void>
}> {
  const { default: openDatabases } = await load('global-setup.ts')
  const closeDatabases: () => Promise<void> = await openDatabases()
  const [{ openWorld }, { matrix }, { person }] = [
    await load('world.ts'),
    await load('money-matrix.ts'),
    await load('make.ts'),
  ]
  const world: World = await openWorld({ sandbox: true })
  return {
    world,
    matrix,
    admin: () => person(world.app, { name: 'Dora Equipe', role: 'admin' }),
    async close() {
      await world.close()
      await closeDatabases()
    },
  }
}
