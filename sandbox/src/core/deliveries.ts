import type { Clock } from './clock.ts'
import { isoTime } from './clock.ts'
import type { Faults } from './faults.ts'
import { providerName } from './faults.ts'
import type { State, Table } from './state.ts'

/** A webhook on its way: `held` waits for a later one to overtake it, `dropped` was never sent. */
export type Delivery = {
  id: string
  provider: string
  type: string
  body: string
  at: string
  status: 'waiting' | 'held' | 'delivered' | 'failed' | 'dropped'
  attempts: number
  nextAt: number
  lastStatus: number | null
  lastError: string | null
}

/** Sends one webhook and answers the store's HTTP status; throws when there was no answer. */
export type Sender = (delivery: Delivery) => Promise<number>

const BACKOFF_MS = [200, 1000, 5000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000]
const HELD_MS = 2000
const AT_ONCE = 16

/**
 * Webhooks with retry: non-2xx and timeouts are retried, and undelivered ones survive a restart.
 * Delays use real time, not the sandbox clock.
 */
export class Deliveries {
  private readonly state: State
  private readonly table: Table<Delivery>
  private readonly clock: Clock
  private readonly faults: Faults
  private readonly senders = new Map<string, Sender>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly held = new Set<string>()
  private readonly queue: (() => Promise<void>)[] = []
  private running = 0
  private closed = false

  constructor(state: State, clock: Clock, faults: Faults) {
    this.state = state
    this.table = state.table<Delivery>('deliveries')
    this.clock = clock
    this.faults = faults
  }

  /**
   * Set the sender of a provider's webhooks, and resume those that an earlier process left pending.
   */
  register(provider: string, sender: Sender): void {
    this.senders.set(provider, sender)
    for (const delivery of this.table.all()) {
      if (
        delivery.provider === provider &&
        (delivery.status === 'waiting' || delivery.status === 'held')
      )
        this.later(delivery.id, delivery.nextAt - Date.now())
    }
  }

  /** Send a webhook; `id` is unique and `type` is what webhook faults are matched with. */
  send(provider: string, type: string, id: string, body: string): void {
    const fault = this.faults.takeWebhook(provider, type)

    const delivery: Delivery = {
      id,
      provider,
      type,
      body,
      at: isoTime(this.clock.now()),
      status: 'waiting',
      attempts: 0,
      nextAt: Date.now(),
      lastStatus: null,
      lastError: null,
    }

    if (fault?.kind === 'drop') delivery.status = 'dropped'
    if (fault?.kind === 'delay') delivery.nextAt += fault.ms

    if (fault?.kind === 'reorder') {
      delivery.status = 'held'
      delivery.nextAt += HELD_MS
      this.held.add(id)
    }

    this.table.save(delivery)
    if (delivery.status === 'dropped') return

    this.later(id, delivery.nextAt - Date.now())
    if (fault?.kind === 'duplicate') this.again(delivery)
  }

  /**
   * Send every webhook of a provider (or of all) again, `times` each, shuffled; returns how many.
   */
  replay(provider: string | undefined, times: number): number {
    const wanted = this.table.filter(
      (delivery) => !provider || delivery.provider === providerName(provider),
    )
    const all = Array.from({ length: times }, () => wanted).flat()

    for (let i = all.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1))
      const swap = all[i]!
      all[i] = all[j]!
      all[j] = swap
    }

    for (const delivery of all) this.again(delivery)

    return all.length
  }

  /** Webhooks, newest first. */
  list(provider?: string): Delivery[] {
    return this.table
      .newestFirst()
      .filter((delivery) => !provider || delivery.provider === providerName(provider))
  }

  get(id: string): Delivery | undefined {
    return this.table.get(id)
  }

  /** How many are still pending. */
  pending(): number {
    return (
      this.queue.length +
      this.running +
      this.table.filter((d) => d.status === 'waiting' || d.status === 'held').length
    )
  }

  clear(): void {
    this.table.clear()
    this.queue.length = 0
  }

  /** Stop sending. The sender aborts requests in flight; they stay pending for the next start. */
  stop(): void {
    this.closed = true
    for (const timer of this.timers) clearTimeout(timer)
    this.queue.length = 0
  }

  /** Resolves when no request is in flight. */
  async idle(): Promise<void> {
    while (this.running > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  private later(id: string, ms: number): void {
    if (ms <= 0) return this.enqueue(() => this.attempt(id))

    const timer = setTimeout(() => {
      this.timers.delete(timer)
      this.enqueue(() => this.attempt(id))
    }, ms)

    this.timers.add(timer)
  }

  /**
   * An extra delivery beside the normal one. Its outcome counts only when it is the first to
   * arrive.
   */
  private again(delivery: Delivery): void {
    this.enqueue(async () => {
      try {
        const status = await this.sender(delivery)(delivery)
        const known = this.table.get(delivery.id)
        if (known && status >= 200 && status < 300)
          this.table.save({ ...known, status: 'delivered', lastStatus: status })
      } catch {
        /* An extra copy is not retried. */
      }
    })
  }

  private async attempt(id: string): Promise<void> {
    const delivery = this.table.get(id)
    if (!delivery || delivery.status === 'delivered' || delivery.status === 'dropped') return

    let status: number | null = null
    let error: string | null = null

    try {
      status = await this.sender(delivery)(delivery)
    } catch (cause) {
      error = cause instanceof Error ? cause.message || cause.name : String(cause)
    }

    if (this.closed) return

    this.settle(id, status, error)
    if (this.held.size > 0) this.releaseHeld(delivery)
  }

  private settle(id: string, status: number | null, error: string | null): void {
    const delivery = this.table.get(id)
    if (!delivery || delivery.status === 'delivered') return

    const next = {
      ...delivery,
      attempts: delivery.attempts + 1,
      lastStatus: status,
      lastError: error,
    }

    const wait = BACKOFF_MS[delivery.attempts]

    if (status !== null && status >= 200 && status < 300)
      this.table.save({ ...next, status: 'delivered' })
    else if (wait === undefined) this.table.save({ ...next, status: 'failed' })
    else {
      this.table.save({ ...next, status: 'waiting', nextAt: Date.now() + wait })
      this.later(id, wait)
    }
  }

  /** A held webhook is sent once a later one of the same provider has gone out. */
  private releaseHeld(after: Delivery): void {
    if (after.status === 'held') return
    for (const id of this.held) {
      const held = this.table.get(id)
      if (held && held.provider !== after.provider) continue

      this.held.delete(id)
      if (held?.status !== 'held') continue

      this.table.save({ ...held, status: 'waiting', nextAt: Date.now() })
      this.later(id, 0)
    }
  }

  private sender(delivery: Delivery): Sender {
    const sender = this.senders.get(delivery.provider)
    if (!sender) throw new Error(`nobody sends webhooks of ${delivery.provider}`)

    return sender
  }

  private enqueue(work: () => Promise<void>): void {
    if (this.closed) return

    this.queue.push(work)
    this.drain()
  }

  private drain(): void {
    while (this.running < AT_ONCE && this.queue.length > 0) {
      const work = this.queue.shift()!
      this.running++
      // The change behind a webhook is on disk before the store hears of it.
      this.state.flush()

      void work().finally(() => {
        this.running--
        this.drain()
      })
    }
  }
}
