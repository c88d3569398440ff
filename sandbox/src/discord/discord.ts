import type { Core, Provider } from '../core/core.ts'
import { listen } from '../core/provider-server.ts'
import { answerRoutes } from './answers.ts'
import { attachment } from './attachments.ts'
import { channelRoutes } from './channels.ts'
import { commandRoutes } from './commands.ts'
import { IDS } from './ids.ts'
import { RateLimits } from './limits.ts'
import { guildRoutes, guildWidget } from './members.ts'
import { messageRoutes } from './messages.ts'
import { openModel, settingsOf, type Discord } from './model.ts'
import { notPlayedRoutes } from './not-played.ts'
import { addOAuthCalls, identityRoutes } from './oauth.ts'
import { reactionRoutes } from './reactions.ts'
import { seedGuild } from './seed.ts'
import { makeDiscordServer } from './server.ts'

export type DiscordProvider = Provider & { readonly discord: Discord }

/**
 * Starts the Discord side: REST v10, OAuth2 and the widget on loopback, a guild with people, and
 * interactions to the store.
 */
export async function startDiscord(core: Core): Promise<DiscordProvider> {
  const discord = openModel(core)
  if (!discord.users.get(IDS.bot)) seedGuild(discord)
  const rateLimits = new RateLimits()

  const app = makeDiscordServer(discord, rateLimits, [
    ...guildRoutes,
    ...channelRoutes,
    ...messageRoutes,
    ...reactionRoutes,
    ...notPlayedRoutes,
    ...commandRoutes,
    ...answerRoutes,
    ...identityRoutes,
  ])

  app.get('/api/guilds/:guild/widget.json', async (request) =>
    guildWidget(discord, {
      params: request.params as Record<string, string>,
      query: new URLSearchParams(),
      body: {},
      files: new Map(),
      reason: null,
      grant: null,
    }),
  )

  addOAuthCalls(app, discord)

  app.get('/attachments/:channel/:file/:name', async (request, reply) =>
    attachment(
      discord,
      request.params as Record<string, string>,
      new URLSearchParams(request.url.split('?')[1] ?? ''),
      reply,
    ),
  )

  const serverOrigin = `http://127.0.0.1:${await listen(core, app, 'discord')}`
  discord.cdn.origin = serverOrigin

  return {
    name: 'discord',
    discord,
    env: environment(core, serverOrigin),

    dump: () => ({
      settings: settingsOf(discord),
      members: discord.members.all(),
      channels: discord.channels.all(),
      messages: discord.messages.all(),
      commands: discord.commands.all(),
      trail: discord.trail.all(),
    }),

    reset() {
      forgetAll(discord)
      rateLimits.reset()
      seedGuild(discord)
    },
    tick: () => undefined,
    close: () => app.close(),
  }
}

/** Deletes everything except the registered commands and interactions endpoint. */
function forgetAll(discord: Discord): void {
  for (const table of [
    discord.users,
    discord.members,
    discord.roles,
    discord.channels,
    discord.messages,
    discord.interactions,
    discord.grants,
    discord.trail,
  ])
    table.clear()

  const { endpoint, verified } = settingsOf(discord)
  discord.settings.clear()
  if (endpoint) discord.settings.save({ ...settingsOf(discord), endpoint, verified })
}

function environment({ credentials, origins }: Core, serverOrigin: string): Record<string, string> {
  const publicOrigin = origins.forPeople()
  return {
    DISCORD_API_URL: `${serverOrigin}/api`,
    DISCORD_AUTHORIZE_URL: publicOrigin
      ? `${publicOrigin}/sandbox/chat/authorize`
      : `${serverOrigin}/oauth2/authorize`,
    DISCORD_BOT_TOKEN: credentials.discordBotToken,
    DISCORD_APPLICATION_ID: IDS.application,
    DISCORD_PUBLIC_KEY: credentials.discordPublicKey,
    DISCORD_CLIENT_ID: IDS.application,
    DISCORD_CLIENT_SECRET: credentials.discordClientSecret,
    DISCORD_LOGIN: '1',
    DISCORD_GUILD_ID: IDS.guild,
    DISCORD_ANNOUNCE_CHANNEL_ID: IDS.channels.announcements,
    DISCORD_STAFF_CHANNEL_ID: IDS.channels.staff,
    DISCORD_TICKETS_CATEGORY_ID: IDS.channels.tickets,
    DISCORD_STAFF_ROLE_ID: IDS.roles.staff,
  }
}
