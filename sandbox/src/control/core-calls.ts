import type { FastifyInstance } from 'fastify'

import { isoInstant } from '../core/clock.ts'
import { providerName } from '../core/faults.ts'
import { Refusal } from '../core/refusal.ts'
import { bodyFieldsOf, optionalNumber, optionalText, queryFieldsOf } from './input.ts'
import { runDueWork, type World } from './world.ts'

/** Calls for all providers: faults, request log, clock, store origins, reset, webhooks, state. */
export function addCoreCalls(app: FastifyInstance, world: World): void {
  const { core } = world
  app.get('/sandbox/api/faults', async () => core.faults.list())
  app.post('/sandbox/api/faults', async (request) => ({ faults: core.faults.add(request.body) }))

  app.delete('/sandbox/api/faults', async () => {
    core.faults.clear()
    return { ok: true }
  })

  app.get('/sandbox/api/requests', async (request) => {
    const { provider } = queryFieldsOf(request)
    return core.requests.list(provider ? providerName(provider) : undefined)
  })

  app.delete('/sandbox/api/requests', async () => {
    core.requests.clear()
    return { ok: true }
  })

  app.get('/sandbox/api/clock', async () => ({
    now: isoInstant(core.clock.now()),
    offsetMs: core.clock.offsetMs(),
  }))

  app.post('/sandbox/api/clock', async (request) => {
    const advanceMs = bodyFieldsOf(request)['advanceMs']
    if (typeof advanceMs !== 'number' || !Number.isFinite(advanceMs))
      throw new Refusal(400, 'advanceMs must be a number')

    core.clock.advance(Math.round(advanceMs))
    runDueWork(world)

    return { now: isoInstant(core.clock.now()), offsetMs: core.clock.offsetMs() }
  })

  app.get('/sandbox/api/store', async () => ({ origins: core.origins.all() }))

  app.post('/sandbox/api/store', async (request) => {
    const { origins } = bodyFieldsOf(request)
    if (!Array.isArray(origins) || !origins.every((one) => typeof one === 'string'))
      throw new Refusal(400, 'origins must be a list of texts')

    core.origins.set(origins as string[])

    return { origins: core.origins.all() }
  })

  app.post('/sandbox/api/reset', async (request) => {
    for (const provider of world.providers) provider.reset()
    core.faults.clear()
    core.deliveries.clear()
    core.requests.clear()
    if (bodyFieldsOf(request)['clock'] === true) core.clock.advance(-core.clock.offsetMs())

    return { ok: true }
  })

  app.get('/sandbox/api/state', async () => ({
    clock: { now: isoInstant(core.clock.now()), offsetMs: core.clock.offsetMs() },
    origins: core.origins.all(),
    faults: core.faults.list(),
    webhooks: core.deliveries.list(),
    ...Object.fromEntries(world.providers.map((provider) => [provider.name, provider.dump()])),
  }))
}

/** Webhooks: the list with their outcomes, and a call that sends all of them again. */
export function addWebhookCalls(app: FastifyInstance, world: World): void {
  const { deliveries } = world.core

  app.get('/sandbox/api/webhooks', async (request) => {
    const { provider } = queryFieldsOf(request)
    return { pending: deliveries.pending(), webhooks: deliveries.list(provider) }
  })

  app.post('/sandbox/api/webhooks/replay', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    return {
      sent: deliveries.replay(
        optionalText(bodyFields, 'provider'),
        optionalNumber(bodyFields, 'times', 1) ?? 1,
      ),
    }
  })
}
