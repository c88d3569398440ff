// npm run check: the quick part of npm test.
process.argv.push('--only=checks')
await import('./test.mjs')
