import type { RoleWarning } from '@chaveiro/contracts/states'

import type { App } from '../../platform/app.ts'
import type { ChatGuild, ChatMember, ChatProvider, ChatRole } from '../../ports/chat.ts'

const administrator = 1n << 3n
const manageRoles = 1n << 28n

type GuildView = { guild: ChatGuild; self: ChatMember }

async function askGuild(chat: ChatProvider): Promise<GuildView | null> {
  const [guild, self] = await Promise.all([chat.guild(), chat.self()])
  return guild.kind === 'ok' && self.kind === 'ok' ? { guild: guild.value, self: self.value } : null
}

/** Why the bot cannot assign a role now, according to the chat server; null when it can. */
export async function warningOfRole(app: App, roleId: string): Promise<RoleWarning | null> {
  const { chat } = app.providers
  if (!chat) return 'unconfigured'

  const guildView = await askGuild(chat)
  if (!guildView) return 'unreachable'

  const guildRole = guildView.guild.roles.find((role) => role.id === roleId)

  return guildRole ? warningOf(guildView, guildRole) : 'unknown'
}

/** The roles of the chat server that staff can choose from, highest first, without @everyone. */
export async function rolesOfGuild(app: App): Promise<{
  problem: 'unconfigured' | 'unreachable' | null
  name: string | null
  roles: { id: string; name: string; warning: RoleWarning | null }[]
}> {
  const { chat } = app.providers
  if (!chat) return { problem: 'unconfigured', name: null, roles: [] }

  const guildView = await askGuild(chat)
  if (!guildView) return { problem: 'unreachable', name: null, roles: [] }

  const roles = guildView.guild.roles
    .filter((role) => role.id !== guildView.guild.id)
    .sort((a, b) => b.position - a.position)

  return {
    problem: null,
    name: guildView.guild.name,
    roles: roles.map((role) => ({
      id: role.id,
      name: role.name,
      warning: warningOf(guildView, role),
    })),
  }
}

/**
 * A bot with the permission to manage roles can assign every role below its own highest role,
 * except roles of integrations and @everyone.
 */
function warningOf({ guild, self }: GuildView, role: ChatRole): RoleWarning | null {
  if (role.id === guild.id) return 'everyone'
  if (role.managed) return 'managed'

  const botRoles = guild.roles.filter(
    (role) => role.id === guild.id || self.roles.includes(role.id),
  )
  if (!botRoles.some((role) => (role.permissions & (administrator | manageRoles)) !== 0n))
    return 'permission'

  return role.position < Math.max(...botRoles.map((role) => role.position)) ? null : 'hierarchy'
}
