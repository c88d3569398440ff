// Options of our commands in both spellings: `npm run x -- --name=value` passes them as arguments,
// `npm run x --name=value` as settings of npm.

/** The value of an option; undefined if it was not given. */
export function option(name) {
  const flag = `--${name}`
  const place = process.argv.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`))
  if (place === -1) return fromNpm(process.env[`npm_config_${name.replaceAll('-', '_')}`])

  const [, ...value] = process.argv[place].split('=')
  if (value.length) return value.join('=')

  const next = process.argv[place + 1]

  return next && !next.startsWith('--') ? next : ''
}

/** npm sets 'true' for an option without a value. */
const fromNpm = (value) => (value === 'true' ? '' : value || undefined)

export const hasOption = (name) => option(name) !== undefined

/**
 * Command line arguments without options; `valued` names the options that take the next argument as
 * their value.
 */
export function operands(valued = []) {
  const args = process.argv.slice(2)
  const isValue = (place) => valued.some((name) => args[place - 1] === `--${name}`)

  return args.filter((arg, place) => !arg.startsWith('--') && !isValue(place))
}
