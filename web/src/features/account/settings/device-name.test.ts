import { expect, it } from 'vitest'

import { deviceName } from './device-name.ts'

it('a session is named as people call their device, by browser and system [F163]', () => {
  const named: [string | null, string | null][] = [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox, Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet, Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
      'Edge, Windows',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', null],
    [null, null],
  ]
  for (const [agent, name] of named) expect(deviceName(agent), String(agent)).toBe(name)
})
