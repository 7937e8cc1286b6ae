import { runDeploy } from './run-deploy.ts'

process.exitCode = await runDeploy(process.argv.slice(2), {
  env: process.env,
  print: text => process.stdout.write(text),
  complain: text => process.stderr.write(text),
})
