import { missingAccess, missingPermissions, unknownThing } from './errors.ts'
import { IDS } from './ids.ts'
import type { Channel, Discord, Member, Role } from './model.ts'

/** Permission bits that the sandbox checks. */
export const PERMISSIONS = {
  createInvite: 1n << 0n,
  administrator: 1n << 3n,
  manageChannels: 1n << 4n,
  manageGuild: 1n << 5n,
  addReactions: 1n << 6n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  manageMessages: 1n << 13n,
  embedLinks: 1n << 14n,
  attachFiles: 1n << 15n,
  readHistory: 1n << 16n,
  mentionEveryone: 1n << 17n,
  useCommands: 1n << 31n,
  manageRoles: 1n << 28n,
} as const

const ALL_PERMISSIONS = (1n << 53n) - 1n
const NO_PERMISSIONS = 0n

const memberRoles = (discord: Discord, member: Member): Role[] => [
  discord.roles.get(IDS.guild)!,
  ...member.roles.flatMap((id) => discord.roles.get(id) ?? []),
]

/** Permissions of a user in the guild; none for non-members. */
export function guildPermissions(discord: Discord, userId: string): bigint {
  const member = discord.members.get(userId)
  if (!member) return NO_PERMISSIONS
  if (userId === IDS.owner) return ALL_PERMISSIONS

  const roleBits = memberRoles(discord, member).reduce(
    (sum, role) => sum | BigInt(role.permissions),
    NO_PERMISSIONS,
  )

  return roleBits & PERMISSIONS.administrator ? ALL_PERMISSIONS : roleBits
}

/**
 * Permissions of a user in a channel. Overwrites apply in Discord's order: everyone, all roles, the
 * member.
 */
export function channelPermissions(discord: Discord, userId: string, channel: Channel): bigint {
  if (channel.type === 1)
    return [channel.recipientId, IDS.bot].includes(userId)
      ? PERMISSIONS.viewChannel |
          PERMISSIONS.sendMessages |
          PERMISSIONS.readHistory |
          PERMISSIONS.embedLinks |
          PERMISSIONS.attachFiles
      : NO_PERMISSIONS

  const basePermissions = guildPermissions(discord, userId)
  const member = discord.members.get(userId)
  if (!member || basePermissions === ALL_PERMISSIONS) return basePermissions

  const overwriteBits = (wanted: (id: string, type: 0 | 1) => boolean): [bigint, bigint] =>
    channel.overwrites
      .filter((one) => wanted(one.id, one.type))
      .reduce<[bigint, bigint]>(
        ([allow, deny], one) => [allow | BigInt(one.allow), deny | BigInt(one.deny)],
        [NO_PERMISSIONS, NO_PERMISSIONS],
      )

  let roleBits = basePermissions

  for (const [allow, deny] of [
    overwriteBits((id) => id === IDS.guild),
    overwriteBits((id, type) => type === 0 && member.roles.includes(id)),
    overwriteBits((id, type) => type === 1 && id === userId),
  ])
    roleBits = (roleBits & ~deny) | allow

  // Without View Channel a user has no other permission in the channel.
  return roleBits & PERMISSIONS.viewChannel ? roleBits : NO_PERMISSIONS
}

export const canSeeChannel = (discord: Discord, userId: string, channel: Channel): boolean =>
  (channelPermissions(discord, userId, channel) & PERMISSIONS.viewChannel) !== NO_PERMISSIONS

/** The position of the highest role; the owner ranks above all. */
function topPosition(discord: Discord, userId: string): number {
  const member = discord.members.get(userId)
  if (!member) return -1

  return userId === IDS.owner
    ? Number.MAX_SAFE_INTEGER
    : Math.max(...memberRoles(discord, member).map((role) => role.position))
}

/** Throws unless the bot has these permissions in the guild. */
export function assertGuildPermissions(discord: Discord, ...roleBits: bigint[]): void {
  if (!discord.members.get(IDS.bot)) throw missingAccess()

  const heldPermissions = guildPermissions(discord, IDS.bot)
  if (roleBits.some((bit) => !(heldPermissions & bit))) throw missingPermissions()
}

/** Throws unless the bot sees the channel (50001) and has these permissions there (50013). */
export function assertChannelPermissions(
  discord: Discord,
  channel: Channel,
  ...roleBits: bigint[]
): void {
  const heldPermissions = channelPermissions(discord, IDS.bot, channel)
  if (!(heldPermissions & PERMISSIONS.viewChannel)) throw missingAccess()
  if (roleBits.some((bit) => !(heldPermissions & bit))) throw missingPermissions()
}

/**
 * The role with this id; throws unless the bot may add or remove it. Such a role is neither managed
 * nor @everyone, and ranks below the bot's highest role.
 */
export function requireRole(discord: Discord, roleId: string): Role {
  const role = discord.roles.get(roleId)
  if (!role) throw unknownThing('role')

  assertGuildPermissions(discord, PERMISSIONS.manageRoles)
  if (role.managed || role.id === IDS.guild || role.position >= topPosition(discord, IDS.bot))
    throw missingPermissions()

  return role
}
