import type { RoleWarning } from '@chaveiro/contracts/states'

import type { App } from '../../platform/app.ts'
import type { ChatGuild, ChatMember, ChatProvider, ChatRole } from '../../ports/chat.ts'

const administrator = 1n << 3n
const manageRoles = 1n << 28n

type GuildStanding = { guild: ChatGuild; self: ChatMember }

async function askGuild(chat: ChatProvider): Promise<GuildStanding | null> {
  const [guild, self] = await Promise.all([chat.guild(), chat.self()])
  return guild.kind === 'ok' && self.kind === 'ok' ? { guild: guild.value, self: self.value } : null
}

/**
 * Why the bot could not give a role as the chat server stands now, asked of it; null when it can.
 */
export async function warningOfRole(app: App, roleId: string): Promise<RoleWarning | null> {
  const { chat } = app.providers
  if (!chat) return 'unconfigured'

  const standing = await askGuild(chat)
  if (!standing) return 'unreachable'

  const role = standing.guild.roles.find((role) => role.id === roleId)

  return role ? warningOf(standing, role) : 'unknown'
}

/**
 * The roles of the chat server from the highest down, for staff to choose from; without the one
 * that everybody has.
 */
export async function rolesOfGuild(app: App): Promise<{
  problem: 'unconfigured' | 'unreachable' | null
  name: string | null
  roles: { id: string; name: string; warning: RoleWarning | null }[]
}> {
  const { chat } = app.providers
  if (!chat) return { problem: 'unconfigured', name: null, roles: [] }

  const standing = await askGuild(chat)
  if (!standing) return { problem: 'unreachable', name: null, roles: [] }

  const roles = standing.guild.roles
    .filter((role) => role.id !== standing.guild.id)
    .sort((a, b) => b.position - a.position)

  return {
    problem: null,
    name: standing.guild.name,
    roles: roles.map((role) => ({
      id: role.id,
      name: role.name,
      warning: warningOf(standing, role),
    })),
  }
}

/**
 * A bot gives roles below its own highest one, with leave to manage roles; never those of
 * integrations, nor the one that everybody has.
 */
function warningOf({ guild, self }: GuildStanding, role: ChatRole): RoleWarning | null {
  if (role.id === guild.id) return 'everyone'
  if (role.managed) return 'managed'

  const own = guild.roles.filter((role) => role.id === guild.id || self.roles.includes(role.id))
  if (!own.some((role) => (role.permissions & (administrator | manageRoles)) !== 0n))
    return 'permission'

  return role.position < Math.max(...own.map((role) => role.position)) ? null : 'hierarchy'
}
