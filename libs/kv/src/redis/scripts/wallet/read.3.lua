-- ARGV: now. Answers both hashes as lists of field and value.
-- Audits read everybody: only what changes the wallet keeps it for longer.
if expire_holds() then
  keep_while_held()
end
return { redis.call('HGETALL', wallet), redis.call('HGETALL', holds) }
