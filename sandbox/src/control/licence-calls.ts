import type { FastifyInstance } from 'fastify'

import { Refusal } from '../core/refusal.ts'
import { activate, login, type Device } from '../keyauth/loader.ts'
import { licenceView, settingsOf } from '../keyauth/model.ts'
import { fieldsOf, optionalText, textIn } from './input.ts'
import type { World } from './world.ts'

const switches = ['customMasks', 'tokens', 'unbansAsUsed'] as const

const isSwitch = (name: string): name is (typeof switches)[number] =>
  (switches as readonly string[]).includes(name)

/**
 * KeyAuth: every licence with its state and history (deleted ones too), activation, login, and the
 * service's switches.
 */
export function addLicenceCalls(app: FastifyInstance, { keyauth }: World): void {
  app.get('/sandbox/api/keyauth', async () => ({
    licences: keyauth.licences.all().map((one) => licenceView(keyauth, one)),
    trail: keyauth.trail
      .all()
      .map(({ at, what, key, detail }) => ({ at: new Date(at).toISOString(), what, key, detail })),
  }))

  app.post('/sandbox/api/keyauth/activate', async (request) => {
    const fields = fieldsOf(request)

    const device: Device = Object.fromEntries(
      ['user', 'hardwareId', 'address'].flatMap((name) => {
        const text = optionalText(fields, name)
        return text === undefined ? [] : [[name, text]]
      }),
    )

    return licenceView(keyauth, activate(keyauth, textIn(fields, 'key'), device))
  })

  app.post('/sandbox/api/keyauth/login', async (request) =>
    login(keyauth, textIn(fieldsOf(request), 'user')),
  )

  app.post('/sandbox/api/keyauth/settings', async (request) => {
    const settings = settingsOf(keyauth)

    for (const [name, value] of Object.entries(fieldsOf(request))) {
      if (!isSwitch(name) || typeof value !== 'boolean')
        throw new Refusal(400, `${switches.join(', ')} must be true or false`)
      settings[name] = value
    }

    return keyauth.settings.save(settings)
  })
}
