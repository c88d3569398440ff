import type { RoleWarning } from '@chaveiro/contracts/states'
import type { App } from '../../platform/app.ts'
import type { ChatGuild, ChatMember, ChatProvider, ChatRole } from '../../ports/chat.ts'

const administrator = 1n << 3n
const manageRoles = 1n << 28n

type Asked = { guild: ChatGuild; self: ChatMember }
async function ask(chat: ChatProvider): Promise<Asked | null> {
  const [guild, self] = await Promise.all([chat.guild(), chat.self()])
  return guild.kind === 'ok' && self.kind === 'ok' ? { guild: guild.value, self: self.value } : null
}

/**
 * Why the bot could not give a role as the chat server stands now, asked of it; null when it can.
 */
export async function warningOfRole(app: App, roleId: string): Promise<RoleWarning | null> {
  const { chat } = app.providers
  if (!chat) return 'unconfigured'
  const asked = await ask(chat)
  if (!asked) return 'unreachable'
  const role = asked.guild.roles.find((one) => one.id === roleId)
  return role ? warningOf(asked, role) : 'unknown'
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
  const asked = await ask(chat)
  if (!asked) return { problem: 'unreachable', name: null, roles: [] }
  const roles = asked.guild.roles
    .filter((one) => one.id !== asked.guild.id)
    .sort((a, b) => b.position - a.position)
  return {
    problem: null,
    name: asked.guild.name,
    roles: roles.map((role) => ({ id: role.id, name: role.name, warning: warningOf(asked, role) })),
  }
}

/**
 * A bot gives roles below its own highest one, with leave to manage roles; never those of
 * integrations, nor the one that everybody has.
 */
function warningOf({ guild, self }: Asked, role: ChatRole): RoleWarning | null {
  if (role.id === guild.id) return 'everyone'
  if (role.managed) return 'managed'
  const own = guild.roles.filter((one) => one.id === guild.id || self.roles.includes(one.id))
  if (!own.some((one) => (one.permissions & (administrator | manageRoles)) !== 0n))
    return 'permission'
  return role.position < Math.max(...own.map((one) => one.position)) ? null : 'hierarchy'
}
