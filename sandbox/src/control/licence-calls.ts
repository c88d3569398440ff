import type { FastifyInstance } from 'fastify'

import { Refusal } from '../core/refusal.ts'
import { activateKey, logInUser, type Device } from '../keyauth/loader.ts'
import { licenceView, settingsOf } from '../keyauth/model.ts'
import { bodyFieldsOf, optionalText, requiredText } from './input.ts'
import type { World } from './world.ts'

const switchNames = ['customMasks', 'tokens', 'unbansAsUsed'] as const

const isSwitch = (name: string): name is (typeof switchNames)[number] =>
  (switchNames as readonly string[]).includes(name)

/**
 * KeyAuth: every licence with its state and history, also deleted ones; activation, login, and the
 * service's settings.
 */
export function addLicenceCalls(app: FastifyInstance, { keyauth }: World): void {
  app.get('/sandbox/api/keyauth', async () => ({
    licences: keyauth.licences.all().map((one) => licenceView(keyauth, one)),
    trail: keyauth.trail
      .all()
      .map(({ at, what, key, detail }) => ({ at: new Date(at).toISOString(), what, key, detail })),
  }))

  app.post('/sandbox/api/keyauth/activate', async (request) => {
    const bodyFields = bodyFieldsOf(request)

    const loaderDevice: Device = Object.fromEntries(
      ['user', 'hardwareId', 'address'].flatMap((name) => {
        const deviceText = optionalText(bodyFields, name)
        return deviceText === undefined ? [] : [[name, deviceText]]
      }),
    )

    return licenceView(keyauth, activateKey(keyauth, requiredText(bodyFields, 'key'), loaderDevice))
  })

  app.post('/sandbox/api/keyauth/login', async (request) =>
    logInUser(keyauth, requiredText(bodyFieldsOf(request), 'user')),
  )

  app.post('/sandbox/api/keyauth/settings', async (request) => {
    const serviceSettings = settingsOf(keyauth)

    for (const [name, value] of Object.entries(bodyFieldsOf(request))) {
      if (!isSwitch(name) || typeof value !== 'boolean')
        throw new Refusal(400, `${switchNames.join(', ')} must be true or false`)
      serviceSettings[name] = value
    }

    return keyauth.settings.save(serviceSettings)
  })
}
