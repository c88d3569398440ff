import { describe, expect, it } from 'vitest'

import { published, recordOf } from './notifications.rules.ts'

describe('what staff send becomes one record', () => {
  it('of a form: its message is the content, its type says how much it presses, its title is the first embed’s too [decision Q73]', () => {
    expect(recordOf({ type: 'info', title: 'Novidade', message: 'Chegou o antivírus.' })).toEqual({
      type: 'notification',
      priority: 'medium',
      title: 'Novidade',
      content: 'Chegou o antivírus.',
      embeds: [{ title: 'Novidade' }],
      attachments: [],
      tags: [],
      metadata: {},
      authorAvatar: null,
    })

    const kind = (type: 'info' | 'warning' | 'alert', message?: string) => {
      const made = recordOf({ type, message, content: 'oi' })
      return [made.type, made.priority, made.content]
    }

    expect(kind('warning', 'Cuidado')).toEqual(['alert', 'high', 'Cuidado'])
    expect(kind('alert', 'Pare')).toEqual(['alert', 'urgent', 'Pare'])
    expect(kind('alert', '')).toEqual(['alert', 'urgent', ''])
    expect(kind('alert')).toEqual(['alert', 'medium', 'oi'])

    expect(recordOf({ type: 'update', message: 'Versão 2' })).toMatchObject({
      type: 'update',
      priority: 'medium',
    })
  })

  it('of a notification: all its own fields, and its own word on how much it presses [decision Q73]', () => {
    const given = {
      type: 'update',
      priority: 'low',
      content: 'Versão 2',
      embeds: [{ title: 'Notas', description: 'Tudo novo' }, { description: 'Mais' }],
      attachments: [{ filename: 'a.png', url: '/a.png', contentType: 'image/png', size: 3 }],
      tags: ['jogos'],
      metadata: { a: 1 },
      authorAvatar: '/eu.png',
    } as const

    expect(
      recordOf({
        ...given,
        embeds: [...given.embeds],
        attachments: [...given.attachments],
        tags: [...given.tags],
      }),
    ).toEqual({ ...given, title: 'Notas' })
  })

  it('without any title has none, and a title of its own does not replace that of an embed', () => {
    const none = recordOf({ type: 'announcement', embeds: [{ description: 'x' }] })
    expect([none.title, none.content, none.embeds]).toEqual([null, '', [{ description: 'x' }]])

    const both = recordOf({
      type: 'announcement',
      title: 'A',
      embeds: [{ title: 'B' }, { description: 'c' }],
    })

    expect([both.title, both.embeds]).toEqual(['A', [{ title: 'B' }, { description: 'c' }]])

    const given = recordOf({
      type: 'announcement',
      title: 'A',
      embeds: [{ description: 'b' }, { description: 'c' }],
    })

    expect(given.embeds).toEqual([{ description: 'b', title: 'A' }, { description: 'c' }])
  })
})

describe('what a change of publication makes', () => {
  const [then, now] = [new Date('2026-05-01T10:00:00Z'), new Date('2026-05-02T10:00:00Z')]

  it('one that waited is sent now, one that was revoked returns to its old place [decision Q73]', () => {
    expect(
      published({ publication: 'pending', delivery: 'pending', sentAt: null }, 'sent', now),
    ).toEqual({ publication: 'sent', delivery: 'sent', sentAt: now })
    expect(
      published({ publication: 'pending', delivery: 'sent', sentAt: then }, 'sent', now).sentAt,
    ).toEqual(now)
    expect(
      published({ publication: 'revoked', delivery: 'failed', sentAt: then }, 'sent', now),
    ).toEqual({ publication: 'sent', delivery: 'failed', sentAt: then })
    expect(
      published({ publication: 'revoked', delivery: 'sent', sentAt: null }, 'sent', now).sentAt,
    ).toEqual(now)
  })

  it('where the chat server is told, its delivery begins anew; taken back, all else stays', () => {
    expect(
      published({ publication: 'revoked', delivery: 'sent', sentAt: then }, 'sent', now, 'pending'),
    ).toEqual({ publication: 'sent', delivery: 'pending', sentAt: then })
    expect(
      published({ publication: 'sent', delivery: 'failed', sentAt: then }, 'revoked', now),
    ).toEqual({ publication: 'revoked', delivery: 'failed', sentAt: then })
    expect(
      published({ publication: 'sent', delivery: 'sent', sentAt: then }, 'pending', now, 'pending'),
    ).toEqual({ publication: 'pending', delivery: 'sent', sentAt: then })
  })
})
