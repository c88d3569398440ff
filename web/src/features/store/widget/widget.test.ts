import { expect, it } from 'vitest'
import { readWidget } from './widget.ts'

it('[S048] reads name, online count and invite of a widget, and takes nothing that is not one', () => {
  expect(readWidget({ name: 'Chaveiro', presence_count: 42, instant_invite: 'https://discord.com/invite/x' })).toEqual({ name: 'Chaveiro', online: 42, invite: 'https://discord.com/invite/x' })
  expect(readWidget({ name: 'A', presence_count: -1, instant_invite: 'javascript:alert(1)' })).toEqual({ name: 'A', online: 0, invite: null })
  for (const bad of [null, undefined, 7, 'x', {}, [], { name: '' }, { message: 'Widget Disabled', code: 50004 }]) expect(readWidget(bad)).toBeNull()
})
