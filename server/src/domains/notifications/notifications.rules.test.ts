import { describe, expect, it } from 'vitest'

import { changePublication, newNotification } from './notifications.rules.ts'

describe('a sent notification becomes one record', () => {
  it("a form's message becomes the content, its type the priority, its title the first embed's", () => {
    expect(
      newNotification({ type: 'info', title: 'Novidade', message: 'Chegou o antivírus.' }),
    ).toEqual({
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
      const made = newNotification({ type, message, content: 'oi' })
      return [made.type, made.priority, made.content]
    }

    expect(kind('warning', 'Cuidado')).toEqual(['alert', 'high', 'Cuidado'])
    expect(kind('alert', 'Pare')).toEqual(['alert', 'urgent', 'Pare'])
    expect(kind('alert', '')).toEqual(['alert', 'urgent', ''])
    expect(kind('alert')).toEqual(['alert', 'medium', 'oi'])

    expect(newNotification({ type: 'update', message: 'Versão 2' })).toMatchObject({
      type: 'update',
      priority: 'medium',
    })
  })

  it('other input keeps all its fields and its priority', () => {
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
      newNotification({
        ...given,
        embeds: [...given.embeds],
        attachments: [...given.attachments],
        tags: [...given.tags],
      }),
    ).toEqual({ ...given, title: 'Notas' })
  })

  it("input without a title gets none, and a title does not replace an embed's title", () => {
    const none = newNotification({ type: 'announcement', embeds: [{ description: 'x' }] })
    expect([none.title, none.content, none.embeds]).toEqual([null, '', [{ description: 'x' }]])

    const both = newNotification({
      type: 'announcement',
      title: 'A',
      embeds: [{ title: 'B' }, { description: 'c' }],
    })

    expect([both.title, both.embeds]).toEqual(['A', [{ title: 'B' }, { description: 'c' }]])

    const given = newNotification({
      type: 'announcement',
      title: 'A',
      embeds: [{ description: 'b' }, { description: 'c' }],
    })

    expect(given.embeds).toEqual([{ description: 'b', title: 'A' }, { description: 'c' }])
  })
})

describe('a change of publication', () => {
  const [then, now] = [new Date('2026-05-01T10:00:00Z'), new Date('2026-05-02T10:00:00Z')]

  it('a pending notification is sent now; a revoked one that returns keeps its first time', () => {
    expect(
      changePublication({ publication: 'pending', delivery: 'pending', sentAt: null }, 'sent', now),
    ).toEqual({ publication: 'sent', delivery: 'sent', sentAt: now })
    expect(
      changePublication({ publication: 'pending', delivery: 'sent', sentAt: then }, 'sent', now)
        .sentAt,
    ).toEqual(now)
    expect(
      changePublication({ publication: 'revoked', delivery: 'failed', sentAt: then }, 'sent', now),
    ).toEqual({ publication: 'sent', delivery: 'failed', sentAt: then })
    expect(
      changePublication({ publication: 'revoked', delivery: 'sent', sentAt: null }, 'sent', now)
        .sentAt,
    ).toEqual(now)
  })

  it('a return is delivered to the chat server again; a revocation changes nothing else', () => {
    expect(
      changePublication(
        { publication: 'revoked', delivery: 'sent', sentAt: then },
        'sent',
        now,
        'pending',
      ),
    ).toEqual({ publication: 'sent', delivery: 'pending', sentAt: then })
    expect(
      changePublication({ publication: 'sent', delivery: 'failed', sentAt: then }, 'revoked', now),
    ).toEqual({ publication: 'revoked', delivery: 'failed', sentAt: then })
    expect(
      changePublication(
        { publication: 'sent', delivery: 'sent', sentAt: then },
        'pending',
        now,
        'pending',
      ),
    ).toEqual({ publication: 'pending', delivery: 'sent', sentAt: then })
  })
})
