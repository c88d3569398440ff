import type { RoleWarning } from '@chaveiro/contracts/states'
import type { App } from '../../platform/app.ts'

const administrator = 1n << 3n
const manageRoles = 1n << 28n

/** Why the bot could not give a role as the guild stands now, asked of the guild itself; null when it can. */
export async function warningOfRole(app: App, roleId: string): Promise<RoleWarning | null> {
  const { chat } = app.providers
  if (!chat) return 'unconfigured'
  if (roleId === chat.guildId) return 'everyone'
  const [guild, self] = await Promise.all([chat.guild(), chat.self()])
  if (guild.kind !== 'ok' || self.kind !== 'ok') return 'unreachable'
  const { roles } = guild.value
  const role = roles.find((one) => one.id === roleId)
  if (!role) return 'unknown'
  if (role.managed) return 'managed'
  const own = roles.filter((one) => one.id === chat.guildId || self.value.roles.includes(one.id))
  if (!own.some((one) => (one.permissions & (administrator | manageRoles)) !== 0n)) return 'permission'
  return role.position < Math.max(...own.map((one) => one.position)) ? null : 'hierarchy'
}
