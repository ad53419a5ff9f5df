-- KEYS: names by the time they are gone. ARGV: now, name, time to live in ms. Answers how many live.
redis.call('ZADD', KEYS[1], text(now + tonumber(ARGV[3])), ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', text(now))
return redis.call('ZCARD', KEYS[1])
