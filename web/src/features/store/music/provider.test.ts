import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'

import { MusicContext, useMusicPlays } from './playing.ts'
import { useSound } from './sound.ts'

it('the music throws outside its provider and plays inside [S266] [F132]', () => {
  for (const [name, use] of [
    ['useMusicPlays', useMusicPlays],
    ['useSound', useSound],
  ] as const) {
    const Listener = () => JSON.stringify(use())
    expect(() => renderToString(createElement(Listener))).toThrow(
      `${name} must be used within MusicContext`,
    )
    const inside = createElement(MusicContext, { value: true }, createElement(Listener))
    expect(renderToString(inside)).toContain('false')
  }
})
