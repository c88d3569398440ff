import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { useCaptcha } from './captcha.ts'
import { useSite } from './site.ts'

describe('what is read out of the app around it', () => {
  // The music is one for the whole shop and needs no provider, so there is no outside to use it from.
  it('[S266] throws when there is no app around it: the settings, the captcha', () => {
    const Reads = ({ by }: { by: () => unknown }) => {
      by()
      return null
    }
    expect(() => renderToString(createElement(Reads, { by: useSite }))).toThrow(
      'No QueryClient set',
    )
    expect(() => renderToString(createElement(Reads, { by: useCaptcha }))).toThrow(
      'must be used within',
    )
  })
})
