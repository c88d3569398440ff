import { REST } from '@discordjs/rest'
import { Routes, type APIMessage } from 'discord-api-types/v10'
import { describe, expect, it } from 'vitest'

import { bench, useBench } from '../testing/use-bench.ts'
import { IDS } from './ids.ts'

// Features that other bots use and our shop does not: implemented, or refused by name.

useBench()

const bot = () =>
  new REST({
    version: '10',
    api: bench.sandbox.env['DISCORD_API_URL']!,
    retries: 0,
    // Without its own fetch the client may use the dispatcher of another undici version that was
    // loaded first.
    makeRequest: (url, init) => fetch(url, init as RequestInit) as never,
  }).setToken(bench.sandbox.env['DISCORD_BOT_TOKEN']!)

const channel = IDS.channels.announcements

const say = (options: object) =>
  bot().post(Routes.channelMessages(channel), options) as Promise<APIMessage>

const read = (id: string) => bot().get(Routes.channelMessage(channel, id)) as Promise<APIMessage>

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ status, code, message }: { status: number; code: number; message: string }) => ({
      status,
      code,
      message,
    }),
  )

const notPlayed = (what: string) => ({
  status: 400,
  code: 0,
  message: `This sandbox does not play ${what}.`,
})

describe('files', () => {
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x00, 0xff, 0xc3])

  it('come with a message, byte by byte, under the name that it gives them', async () => {
    const { id, attachments } = await say({
      body: {
        content: 'Veja',
        attachments: [{ id: 0, filename: 'código.png', description: 'QR' }],
      },
      files: [{ name: 'qr.png', data: picture, contentType: 'image/png' }],
    })

    expect(attachments).toMatchObject([
      { filename: 'código.png', size: 9, content_type: 'image/png' },
    ])
    const fetched = await fetch(attachments[0]!.url)
    expect(Buffer.from(await fetched.arrayBuffer()).equals(picture)).toBe(true)
    expect((await read(id)).content).toBe('Veja')
  })

  it('are enough without a word, are added and taken away by an edit', async () => {
    const { id, attachments } = await say({ files: [{ name: 'a.txt', data: 'um' }] })
    const change = (options: object) =>
      bot().patch(Routes.channelMessage(channel, id), options) as Promise<APIMessage>

    const two = await change({
      body: { attachments: [{ id: attachments[0]!.id }, { id: 0 }] },
      files: [{ name: 'b.txt', data: 'dois' }],
    })

    expect(two.attachments.map(({ filename }) => filename)).toEqual(['a.txt', 'b.txt'])
    const one = await change({ body: { attachments: [{ id: two.attachments[1]!.id }] } })
    expect(one.attachments.map(({ filename }) => filename)).toEqual(['b.txt'])
  })

  it('that are named and not there are refused', async () => {
    expect(
      await refusalOf(say({ body: { content: 'x', attachments: [{ id: 7, filename: 'x' }] } })),
    ).toMatchObject({ status: 400, code: 50035 })
  })
})

it('reactions are counted by their people, taken back, and cleared', async () => {
  const { id } = await say({ body: { content: 'Gostou?' } })
  const own = (emoji: string) =>
    Routes.channelMessageOwnReaction(channel, id, encodeURIComponent(emoji))
  await bot().put(own('👍'))
  await bot().put(own('👍'))
  await bot().put(own('❤️'))

  expect((await read(id)).reactions).toEqual([
    {
      count: 1,
      count_details: { burst: 0, normal: 1 },
      me: true,
      me_burst: false,
      emoji: { id: null, name: '👍' },
      burst_colors: [],
    },
    expect.objectContaining({ count: 1, emoji: { id: null, name: '❤️' } }),
  ])

  const people = Routes.channelMessageReaction(channel, id, encodeURIComponent('👍'))
  expect(await bot().get(people)).toMatchObject([{ id: IDS.bot }])
  await bot().delete(own('👍'))
  expect(await bot().get(people)).toEqual([])
  expect(await refusalOf(bot().delete(own('👍')))).toMatchObject({ status: 400, code: 10014 })
  for (const none of ['nada', '12', 'loja:123456789012345678'])
    expect(await refusalOf(bot().put(own(none)))).toMatchObject({ status: 400, code: 10014 })
  await bot().delete(own('❤️'))
  expect((await read(id)).reactions).toBeUndefined()
})

it('threads and components v2 are refused as not played', async () => {
  const { id } = await say({ body: { content: 'x' } })
  const body = { name: 'Pedido' }
  for (const route of [Routes.threads(channel), Routes.threads(channel, id)])
    expect(await refusalOf(bot().post(route, { body }))).toEqual(notPlayed('threads'))
  expect(await refusalOf(say({ body: { flags: 1 << 15, content: 'x' } }))).toEqual(
    notPlayed('components v2 (flag 32768)'),
  )
  expect(await refusalOf(say({ body: { components: [{ type: 17, components: [] }] } }))).toEqual(
    notPlayed('components v2 (type 17)'),
  )
})
