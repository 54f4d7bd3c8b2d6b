// Everything here must also parse on Node 14, so that an old Node gets a sentence and not a syntax error. What is newer
// lies in the modules that are loaded after the check.
const needed = [20, 19]
const found = process.versions.node.split('.').map(Number)

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  console.error('Truemark needs Node ' + needed.join('.') + ' or newer, and this is Node ' + process.versions.node + '.')
  process.exitCode = 1
} else {
  import('./setup/start.mjs').then((start) => start.startTruemark())
}
