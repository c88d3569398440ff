import type { Clock } from './clock.ts'
import { isoInstant } from './clock.ts'
import type { Faults } from './faults.ts'
import { providerName } from './faults.ts'
import type { State, Table } from './state.ts'

/**
 * A webhook and its status: `held` waits until a later webhook overtakes it, for two seconds at
 * most; `dropped` is never sent.
 */
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

/** Sends one webhook; returns the store's HTTP status, and throws without an answer. */
export type Sender = (delivery: Delivery) => Promise<number>

const BACKOFF_MS = [200, 1000, 5000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000]
const MAX_HELD_MS = 2000
const MAX_CONCURRENT = 16

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
   * Sets the sender of a provider's webhooks, and resumes webhooks that an earlier process left
   * pending.
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

  /** Sends a webhook. `id` is unique; webhook faults match `type`. */
  send(provider: string, type: string, id: string, body: string): void {
    const fault = this.faults.takeWebhook(provider, type)

    const delivery: Delivery = {
      id,
      provider,
      type,
      body,
      at: isoInstant(this.clock.now()),
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
      delivery.nextAt += MAX_HELD_MS
      this.held.add(id)
    }

    this.table.save(delivery)
    if (delivery.status === 'dropped') return

    this.later(id, delivery.nextAt - Date.now())
    if (fault?.kind === 'duplicate') this.again(delivery)
  }

  /**
   * Sends all webhooks of one provider (or of all providers) again, `times` times each in random
   * order; returns the count.
   */
  replay(provider: string | undefined, times: number): number {
    const wantedDeliveries = this.table.filter(
      (delivery) => !provider || delivery.provider === providerName(provider),
    )
    const shuffledDeliveries = Array.from({ length: times }, () => wantedDeliveries).flat()

    for (let i = shuffledDeliveries.length - 1; i > 0; i--) {
      const otherIndex = Math.floor(Math.random() * (i + 1))
      const swapDelivery = shuffledDeliveries[i]!
      shuffledDeliveries[i] = shuffledDeliveries[otherIndex]!
      shuffledDeliveries[otherIndex] = swapDelivery
    }

    for (const delivery of shuffledDeliveries) this.again(delivery)

    return shuffledDeliveries.length
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

  /** 0 once no webhook is queued, being sent, held or waiting for a retry. Some count twice. */
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

  /**
   * Stops sending. The sender aborts open requests; these webhooks stay pending until the next
   * start.
   */
  stop(): void {
    this.closed = true
    for (const retryTimer of this.timers) clearTimeout(retryTimer)
    this.queue.length = 0
  }

  /** Resolves when no request is in flight. */
  async idle(): Promise<void> {
    while (this.running > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  private later(id: string, ms: number): void {
    if (ms <= 0) return this.enqueue(() => this.attempt(id))

    const retryTimer = setTimeout(() => {
      this.timers.delete(retryTimer)
      this.enqueue(() => this.attempt(id))
    }, ms)

    this.timers.add(retryTimer)
  }

  /**
   * Sends an extra copy of a webhook. A success marks the webhook as delivered; a failure changes
   * nothing.
   */
  private again(delivery: Delivery): void {
    this.enqueue(async () => {
      try {
        const replyStatus = await this.sender(delivery)(delivery)
        const savedDelivery = this.table.get(delivery.id)
        if (savedDelivery && replyStatus >= 200 && replyStatus < 300)
          this.table.save({ ...savedDelivery, status: 'delivered', lastStatus: replyStatus })
      } catch {
        /* An extra copy is not retried. */
      }
    })
  }

  private async attempt(id: string): Promise<void> {
    const delivery = this.table.get(id)
    if (!delivery || delivery.status === 'delivered' || delivery.status === 'dropped') return

    let replyStatus: number | null = null
    let errorText: string | null = null

    try {
      replyStatus = await this.sender(delivery)(delivery)
    } catch (cause) {
      errorText = cause instanceof Error ? cause.message || cause.name : String(cause)
    }

    if (this.closed) return

    this.settle(id, replyStatus, errorText)
    if (this.held.size > 0) this.releaseHeld(delivery)
  }

  private settle(id: string, replyStatus: number | null, errorText: string | null): void {
    const delivery = this.table.get(id)
    if (!delivery || delivery.status === 'delivered') return

    const nextState = {
      ...delivery,
      attempts: delivery.attempts + 1,
      lastStatus: replyStatus,
      lastError: errorText,
    }

    const backoffMs = BACKOFF_MS[delivery.attempts]

    if (replyStatus !== null && replyStatus >= 200 && replyStatus < 300)
      this.table.save({ ...nextState, status: 'delivered' })
    else if (backoffMs === undefined) this.table.save({ ...nextState, status: 'failed' })
    else {
      this.table.save({ ...nextState, status: 'waiting', nextAt: Date.now() + backoffMs })
      this.later(id, backoffMs)
    }
  }

  /** Sends held webhooks once a later webhook of the same provider was sent. */
  private releaseHeld(after: Delivery): void {
    if (after.status === 'held') return
    for (const id of this.held) {
      const heldDelivery = this.table.get(id)
      if (heldDelivery && heldDelivery.provider !== after.provider) continue

      this.held.delete(id)
      if (heldDelivery?.status !== 'held') continue

      this.table.save({ ...heldDelivery, status: 'waiting', nextAt: Date.now() })
      this.later(id, 0)
    }
  }

  private sender(delivery: Delivery): Sender {
    const sender = this.senders.get(delivery.provider)
    if (!sender) throw new Error(`nobody sends webhooks of ${delivery.provider}`)

    return sender
  }

  private enqueue(nextTask: () => Promise<void>): void {
    if (this.closed) return

    this.queue.push(nextTask)
    this.drain()
  }

  private drain(): void {
    while (this.running < MAX_CONCURRENT && this.queue.length > 0) {
      const nextTask = this.queue.shift()!
      this.running++
      // The change is on disk before the store receives its webhook.
      this.state.flush()

      void nextTask().finally(() => {
        this.running--
        this.drain()
      })
    }
  }
}
