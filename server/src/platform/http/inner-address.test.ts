import { expect, it } from 'vitest'

import { isInnerHost } from './inner-address.ts'

it('hosts inside the shop’s own network are detected by address and by name', async () => {
  for (const host of [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    'localhost',
    'LOCALHOST.',
    'postgres',
    'mail.internal',
    'nas.local',
    'a.localhost',
  ])
    expect(await isInnerHost(host), host).toBe(true)

  for (const host of ['8.8.8.8', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1'])
    expect(await isInnerHost(host), host).toBe(false)
  expect(await isInnerHost('nao-existe.invalid')).toBe(false)
})
