import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { DiscordRefusal, invalidForm, unknownThing } from './errors.ts'
import { Form } from './form.ts'
import { IDS, snowflake } from './ids.ts'
import { settingsOf, timestamp, type Discord, type Member, type User } from './model.ts'
import { PERMISSIONS, assertGuildPermissions, requireRole } from './permissions.ts'
import { Answer, NO_CONTENT, type Call, type Route } from './server.ts'
import { guildReply, memberReply, roleReply, widgetReply } from './wire.ts'

/** Routes of the guild, its roles and members, by which the store adds and removes roles. */
export const guildRoutes: readonly Route[] = [
  {
    method: 'GET',
    url: '/guilds/:guild',
    auth: 'bot',
    run: (discord, call) => (
      knownGuild(call),
      assertGuildPermissions(discord),
      guildReply(discord)
    ),
  },
  {
    method: 'GET',
    url: '/guilds/:guild/roles',
    auth: 'bot',
    run: (discord, call) => (
      knownGuild(call),
      assertGuildPermissions(discord),
      discord.roles.all().map(roleReply)
    ),
  },
  { method: 'GET', url: '/guilds/:guild/members', auth: 'bot', run: listMembers },
  {
    method: 'GET',
    url: '/guilds/:guild/members/:user',
    auth: 'bot',
    run: (discord, call) => (knownGuild(call), memberReply(discord, requiredMember(discord, call))),
  },
  { method: 'PUT', url: '/guilds/:guild/members/:user', auth: 'bot', run: addMember },
  {
    method: 'PATCH',
    url: '/guilds/:guild/members/:user',
    auth: 'bot',
    limit: 'role',
    run: changeMember,
  },
  {
    method: 'PUT',
    url: '/guilds/:guild/members/:user/roles/:role',
    auth: 'bot',
    limit: 'role',
    run: (discord, call) => changeRole(discord, call, true),
  },
  {
    method: 'DELETE',
    url: '/guilds/:guild/members/:user/roles/:role',
    auth: 'bot',
    limit: 'role',
    run: (discord, call) => changeRole(discord, call, false),
  },
  { method: 'GET', url: '/guilds/:guild/widget.json', auth: 'none', run: guildWidget },
]

/** The public widget, also available outside the versioned API. */
export function guildWidget(discord: Discord, call: Call): unknown {
  knownGuild(call)
  if (!settingsOf(discord).widget) throw new DiscordRefusal(403, 50004, 'Widget Disabled')

  return widgetReply(discord)
}

export function knownGuild({ params }: Call): void {
  if (params['guild'] !== IDS.guild) throw unknownThing('guild')
}

function requiredMember(discord: Discord, { params }: Call): Member {
  const member = discord.members.get(params['user']!)
  if (!member) throw unknownThing(discord.users.get(params['user']!) ? 'member' : 'user')

  return member
}

function listMembers(discord: Discord, call: Call): unknown {
  knownGuild(call)
  if (!settingsOf(discord).membersIntent) throw new DiscordRefusal(403, 50001, 'Missing Access')

  const pageLimit = Number(call.query.get('limit') ?? '1')

  if (!Number.isInteger(pageLimit) || pageLimit < 1 || pageLimit > 1000)
    throw invalidForm([
      {
        path: ['limit'],
        code: 'NUMBER_TYPE_MAX',
        message: 'int value should be between 1 and 1000.',
      },
    ])

  const afterId = BigInt(call.query.get('after') ?? '0')

  return discord.members
    .all()
    .filter((one) => BigInt(one.id) > afterId)
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .slice(0, pageLimit)
    .map((one) => memberReply(discord, one))
}

/** Adds a person with their own OAuth2 token (`guilds.join`): 201, or 204 for a member. */
function addMember(discord: Discord, call: Call): Answer {
  knownGuild(call)
  const form = new Form()
  const memberFields = form.object(call.body, [], ['access_token', 'nick', 'roles', 'mute', 'deaf'])
  const accessToken = form.text(memberFields['access_token'], ['access_token'], 512, 1)
  const roleIds = form.list(memberFields['roles'], ['roles'], 250).map(String)
  form.done()
  assertGuildPermissions(discord, PERMISSIONS.createInvite)
  for (const role of roleIds) requireRole(discord, role)
  const grant = discord.grants.get(accessToken)

  if (
    !grant ||
    grant.kind !== 'token' ||
    grant.userId !== call.params['user'] ||
    grant.expiresAt <= discord.core.clock.now()
  )
    throw new DiscordRefusal(403, 50025, 'Invalid OAuth2 access token')

  if (!grant.scopes.includes('guilds.join'))
    throw new DiscordRefusal(403, 50026, 'Missing required OAuth2 scope')
  if (discord.members.get(grant.userId)) return NO_CONTENT

  const member = joinGuild(discord, grant.userId, 'joined by the store', roleIds)

  return new Answer(201, memberReply(discord, member))
}

function changeMember(discord: Discord, call: Call): unknown {
  knownGuild(call)
  const form = new Form()
  const memberFields = form.object(call.body, [], ['roles', 'nick'])
  const wantedRoles = form.list(memberFields['roles'], ['roles'], 250).map(String)
  form.done()
  const member = requiredMember(discord, call)
  if (memberFields['roles'] === undefined) return memberReply(discord, member)

  for (const id of [
    ...wantedRoles.filter((one) => !member.roles.includes(one)),
    ...member.roles.filter((one) => !wantedRoles.includes(one)),
  ])
    requireRole(discord, id)

  return memberReply(discord, saveRoles(discord, member, wantedRoles, call.reason))
}

function changeRole(discord: Discord, call: Call, give: boolean): Answer {
  knownGuild(call)
  const member = requiredMember(discord, call)
  const role = requireRole(discord, call.params['role']!)
  const otherRoles = member.roles.filter((id) => id !== role.id)
  saveRoles(discord, member, give ? [...otherRoles, role.id] : otherRoles, call.reason)

  return NO_CONTENT
}

/** Replaces a member's roles and records each change. */
export function saveRoles(
  discord: Discord,
  member: Member,
  roleIds: string[],
  reason: string | null,
): Member {
  for (const id of roleIds)
    if (!member.roles.includes(id))
      recordEvent(discord, member.id, { what: 'role given', detail: roleName(discord, id), reason })
  for (const id of member.roles)
    if (!roleIds.includes(id))
      recordEvent(discord, member.id, { what: 'role taken', detail: roleName(discord, id), reason })

  return discord.members.save({ ...member, roles: [...new Set(roleIds)] })
}

/** Adds a person to the guild, without roles of an earlier membership. */
export function joinGuild(
  discord: Discord,
  userId: string,
  detail = 'joined',
  roleIds: string[] = [],
): Member {
  recordEvent(discord, userId, { what: 'join', detail })
  return discord.members.save({
    id: userId,
    roles: roleIds,
    nick: null,
    joinedAt: timestamp(discord),
  })
}

/** Removes a person from the guild, with all roles. */
export function leaveGuild(discord: Discord, userId: string): void {
  recordEvent(discord, userId, { what: 'leave', detail: '' })
  discord.members.remove(userId)
}

/** Creates a Discord account that is not in the guild. */
export function createUser(discord: Discord, name: string): User {
  const plainName = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_.]/g, '')

  if (plainName.length < 2 || plainName.length > 32)
    throw new Refusal(400, 'a user name has 2 to 32 letters, digits, dots or underscores')
  if (discord.users.find((user) => user.username === plainName))
    throw new Refusal(409, `the user name ${plainName} is taken`)

  return discord.users.save({
    id: snowflake(discord.core.clock),
    username: plainName,
    globalName: name.trim(),
    bot: false,
    acceptsMessages: true,
  })
}

const roleName = (discord: Discord, id: string): string => discord.roles.get(id)?.name ?? id

/** Records a member's change with the caller's reason, if there is one. */
function recordEvent(
  discord: Discord,
  userId: string,
  { what, detail, reason = null }: { what: string; detail: string; reason?: string | null },
): void {
  discord.trail.save({ id: randomText(12), at: timestamp(discord), what, userId, detail, reason })
}
