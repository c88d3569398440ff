// Options of our commands, however they came: `npm run x -- --name=value` hands them over as they
// are, `npm run x --name=value` takes them for settings of npm's own.

/** The value of an option; undefined where it was not given. */
export function option(name) {
  const flag = `--${name}`
  const place = process.argv.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`))
  if (place === -1) return fromNpm(process.env[`npm_config_${name.replaceAll('-', '_')}`])

  const [, ...value] = process.argv[place].split('=')
  if (value.length) return value.join('=')

  const next = process.argv[place + 1]

  return next && !next.startsWith('--') ? next : ''
}

/** npm says 'true' of an option whose value it does not know to belong to it. */
const fromNpm = (value) => (value === 'true' ? '' : value || undefined)

export const hasOption = (name) => option(name) !== undefined

/** Command line arguments other than options and the values of the options in `valued`. */
export function operands(valued = []) {
  const args = process.argv.slice(2)
  const isValue = (place) => valued.some((name) => args[place - 1] === `--${name}`)

  return args.filter((arg, place) => !arg.startsWith('--') && !isValue(place))
}
