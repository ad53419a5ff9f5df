-- ARGV: now. Answers both hashes as lists of field and value.
expire_holds()
keep_while_held()
return { redis.call('HGETALL', wallet), redis.call('HGETALL', holds) }
