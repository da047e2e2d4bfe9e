;; The scan of the in-memory vector index. `npm run wasm` makes scan.wasm of it.
;;
;; A row: id f64 | document u32 | 0 u32 | scale f32 | error f32 | one signed byte for each dimension, padded
;; with zeros to a multiple of 32.
;; A query, 48 bytes: step f64 | norm f64 | slack f64 | floor f64 | mask u32 | documents u32 | lowers u32 |
;; limit u32. Its dimensions are 16-bit numbers in units of `step`. The error of a score is at most
;; norm * error of the row + slack. `mask` has a byte for each of `documents` documents, 1: takes part;
;; documents 0: all do. `lowers` are the `limit` best lower bounds so far, f64, best first; `floor` is the last.
(module
  (import "search" "memory" (memory 1 65536 shared))

  (func $takesPart (param $query i32) (param $row i32) (result i32)
    (local $document i32) (local $documents i32)
    (local.set $documents (i32.load offset=36 (local.get $query)))
    (if (i32.eqz (local.get $documents)) (then (return (i32.const 1))))
    (local.set $document (i32.load offset=8 (local.get $row)))
    (if (i32.ge_u (local.get $document) (local.get $documents)) (then (return (i32.const 0))))
    (i32.eq
      (i32.load8_u (i32.add (i32.load offset=32 (local.get $query)) (local.get $document)))
      (i32.const 1)))

  (func $sum (param $lanes v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes)))))

  ;; Puts a lower bound into its place among the best and raises the floor.
  (func $raise (param $query i32) (param $lower f64)
    (local $place i32) (local $lowers i32) (local $last i32)
    (local.set $lowers (i32.load offset=40 (local.get $query)))
    (local.set $last
      (i32.add (local.get $lowers)
        (i32.shl (i32.sub (i32.load offset=44 (local.get $query)) (i32.const 1)) (i32.const 3))))
    (local.set $place (local.get $last))
    (block $found
      (loop $sift
        (br_if $found (i32.eq (local.get $place) (local.get $lowers)))
        (br_if $found
          (f64.ge (f64.load (i32.sub (local.get $place) (i32.const 8))) (local.get $lower)))
        (f64.store (local.get $place) (f64.load (i32.sub (local.get $place) (i32.const 8))))
        (local.set $place (i32.sub (local.get $place) (i32.const 8)))
        (br $sift)))
    (f64.store (local.get $place) (local.get $lower))
    (f64.store offset=24 (local.get $query) (f64.load (local.get $last))))

  ;; Writes an entry if the row's upper bound reaches the query's floor; returns where the next one goes.
  (func $offer
    (param $query i32) (param $number i32) (param $row i32) (param $index i32) (param $dot i32)
    (param $entry i32) (result i32)
    (local $score f64) (local $error f64) (local $floor f64)
    (local.set $floor (f64.load offset=24 (local.get $query)))
    (local.set $score
      (f64.mul
        (f64.mul
          (f64.convert_i32_s (local.get $dot))
          (f64.promote_f32 (f32.load offset=16 (local.get $row))))
        (f64.load (local.get $query))))
    (local.set $error
      (f64.add
        (f64.mul
          (f64.promote_f32 (f32.load offset=20 (local.get $row)))
          (f64.load offset=8 (local.get $query)))
        (f64.load offset=16 (local.get $query))))
    (if (f64.lt (f64.add (local.get $score) (local.get $error)) (local.get $floor))
      (then (return (local.get $entry))))
    (if (i32.eqz (call $takesPart (local.get $query) (local.get $row)))
      (then (return (local.get $entry))))
    (i32.store (local.get $entry) (local.get $index))
    (i32.store offset=4 (local.get $entry) (local.get $number))
    (f64.store offset=8 (local.get $entry) (local.get $score))
    (f64.store offset=16 (local.get $entry) (local.get $error))
    (if (f64.gt (f64.sub (local.get $score) (local.get $error)) (local.get $floor))
      (then (call $raise (local.get $query) (f64.sub (local.get $score) (local.get $error)))))
    (i32.add (local.get $entry) (i32.const 24)))

  ;; Scans rows `from` to `to` for one query, or for a multiple of four; then, with a `cursor`, goes on with the
  ;; next block of rows that no other thread has taken, until all are. Four queries share each load of a row,
  ;; and further groups find the row in the cache.
  ;; Rows that may be among the best are written behind `out`: row u32 | number of the query u32 | score f64 |
  ;; error f64. At `out` lie the number of entries and, when there was no room for more, the row at which to
  ;; go on and the end of its block (else equal).
  (func (export "scan")
    (param $from i32) (param $to i32)
    (param $cursor i32) (param $block i32) (param $rows i32)
    (param $stride i32)
    ;; 16-bit numbers as many as bytes in a row, of each query after the other; 1, or a multiple of 4
    (param $dimensions i32) (param $queries i32) (param $count i32)
    (param $out i32) (param $room i32)
    (local $row i32) (local $byte i32) (local $end i32) (local $entry i32) (local $full i32)
    (local $at i32) (local $at1 i32) (local $at2 i32) (local $at3 i32) (local $length i32)
    (local $query i32) (local $number i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $x v128)

    (local.set $entry (i32.add (local.get $out) (i32.const 24)))
    (local.set $full
      (i32.add (local.get $out)
        (i32.mul (i32.sub (local.get $room) (local.get $count)) (i32.const 24))))
    (local.set $length (i32.shl (i32.sub (local.get $stride) (i32.const 24)) (i32.const 1)))

    (block $stop
      (loop $blocks
        (local.set $row (i32.mul (local.get $from) (local.get $stride)))
        (block $end-of-block
          (loop $next
            (br_if $end-of-block (i32.ge_u (local.get $from) (local.get $to)))
            (br_if $stop (i32.gt_u (local.get $entry) (local.get $full)))
            (local.set $end (i32.add (local.get $row) (local.get $stride)))
            (local.set $at (local.get $dimensions))

            (block $scored
              (if (i32.eq (local.get $count) (i32.const 1))
                (then
                  (br_if $scored
                    (i32.eqz (call $takesPart (local.get $queries) (local.get $row))))
                  (local.set $byte (i32.add (local.get $row) (i32.const 24)))
                  (local.set $a (v128.const i32x4 0 0 0 0))
                  (local.set $b (v128.const i32x4 0 0 0 0))
                  (loop $dot
                    (local.set $a (i32x4.add (local.get $a)
                      (i32x4.dot_i16x8_s
                        (v128.load8x8_s (local.get $byte))
                        (v128.load (local.get $at)))))
                    (local.set $b (i32x4.add (local.get $b)
                      (i32x4.dot_i16x8_s
                        (v128.load8x8_s offset=8 (local.get $byte))
                        (v128.load offset=16 (local.get $at)))))
                    (local.set $a (i32x4.add (local.get $a)
                      (i32x4.dot_i16x8_s
                        (v128.load8x8_s offset=16 (local.get $byte))
                        (v128.load offset=32 (local.get $at)))))
                    (local.set $b (i32x4.add (local.get $b)
                      (i32x4.dot_i16x8_s
                        (v128.load8x8_s offset=24 (local.get $byte))
                        (v128.load offset=48 (local.get $at)))))
                    (local.set $byte (i32.add (local.get $byte) (i32.const 32)))
                    (local.set $at (i32.add (local.get $at) (i32.const 64)))
                    (br_if $dot (i32.lt_u (local.get $byte) (local.get $end))))
                  (local.set $entry
                    (call $offer
                      (local.get $queries) (i32.const 0) (local.get $row) (local.get $from)
                      (call $sum (i32x4.add (local.get $a) (local.get $b)))
                      (local.get $entry)))
                  (br $scored)))

              (local.set $query (local.get $queries))
              (local.set $number (i32.const 0))
              (loop $group
                (block $skip
                  (if (i32.eqz (call $takesPart (local.get $query) (local.get $row)))
                    (then
                      (if (i32.eqz (call $takesPart
                          (i32.add (local.get $query) (i32.const 48)) (local.get $row)))
                        (then
                          (if (i32.eqz (call $takesPart
                              (i32.add (local.get $query) (i32.const 96)) (local.get $row)))
                            (then
                              (br_if $skip (i32.eqz (call $takesPart
                                (i32.add (local.get $query) (i32.const 144)) (local.get $row))))))))))
                  (local.set $byte (i32.add (local.get $row) (i32.const 24)))
                  (local.set $at (i32.add (local.get $dimensions)
                    (i32.mul (local.get $number) (local.get $length))))
                  (local.set $at1 (i32.add (local.get $at) (local.get $length)))
                  (local.set $at2 (i32.add (local.get $at1) (local.get $length)))
                  (local.set $at3 (i32.add (local.get $at2) (local.get $length)))
                  (local.set $a (v128.const i32x4 0 0 0 0))
                  (local.set $b (v128.const i32x4 0 0 0 0))
                  (local.set $c (v128.const i32x4 0 0 0 0))
                  (local.set $d (v128.const i32x4 0 0 0 0))
                  (loop $dot
                    (local.set $x (v128.load8x8_s (local.get $byte)))
                    (local.set $a (i32x4.add (local.get $a)
                      (i32x4.dot_i16x8_s (local.get $x) (v128.load (local.get $at)))))
                    (local.set $b (i32x4.add (local.get $b)
                      (i32x4.dot_i16x8_s (local.get $x) (v128.load (local.get $at1)))))
                    (local.set $c (i32x4.add (local.get $c)
                      (i32x4.dot_i16x8_s (local.get $x) (v128.load (local.get $at2)))))
                    (local.set $d (i32x4.add (local.get $d)
                      (i32x4.dot_i16x8_s (local.get $x) (v128.load (local.get $at3)))))
                    (local.set $x (v128.load8x8_s offset=8 (local.get $byte)))
                    (local.set $a (i32x4.add (local.get $a)
                      (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=16 (local.get $at)))))
                    (local.set $b (i32x4.add (local.get $b)
                      (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=16 (local.get $at1)))))
                    (local.set $c (i32x4.add (local.get $c)
                      (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=16 (local.get $at2)))))
                    (local.set $d (i32x4.add (local.get $d)
                      (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=16 (local.get $at3)))))
                    (local.set $at (i32.add (local.get $at) (i32.const 32)))
                    (local.set $at1 (i32.add (local.get $at1) (i32.const 32)))
                    (local.set $at2 (i32.add (local.get $at2) (i32.const 32)))
                    (local.set $at3 (i32.add (local.get $at3) (i32.const 32)))
                    (local.set $byte (i32.add (local.get $byte) (i32.const 16)))
                    (br_if $dot (i32.lt_u (local.get $byte) (local.get $end))))
                  (local.set $entry
                    (call $offer
                      (local.get $query) (local.get $number) (local.get $row)
                      (local.get $from) (call $sum (local.get $a)) (local.get $entry)))
                  (local.set $entry
                    (call $offer
                      (i32.add (local.get $query) (i32.const 48)) (i32.add (local.get $number) (i32.const 1)) (local.get $row)
                      (local.get $from) (call $sum (local.get $b)) (local.get $entry)))
                  (local.set $entry
                    (call $offer
                      (i32.add (local.get $query) (i32.const 96)) (i32.add (local.get $number) (i32.const 2)) (local.get $row)
                      (local.get $from) (call $sum (local.get $c)) (local.get $entry)))
                  (local.set $entry
                    (call $offer
                      (i32.add (local.get $query) (i32.const 144)) (i32.add (local.get $number) (i32.const 3)) (local.get $row)
                      (local.get $from) (call $sum (local.get $d)) (local.get $entry))))
                (local.set $query (i32.add (local.get $query) (i32.const 192)))
                (local.set $number (i32.add (local.get $number) (i32.const 4)))
                (br_if $group (i32.lt_u (local.get $number) (local.get $count)))))

            (local.set $from (i32.add (local.get $from) (i32.const 1)))
            (local.set $row (i32.add (local.get $row) (local.get $stride)))
            (br $next)))

        (br_if $stop (i32.eqz (local.get $cursor)))
        (local.set $from (i32.atomic.rmw.add (local.get $cursor) (local.get $block)))
        (local.set $to (i32.add (local.get $from) (local.get $block)))
        (if (i32.gt_u (local.get $to) (local.get $rows))
          (then (local.set $to (local.get $rows))))
        (br_if $blocks (i32.lt_u (local.get $from) (local.get $rows)))
        (local.set $to (local.get $from))))

    (i32.store (local.get $out)
      (i32.sub (i32.div_u (i32.sub (local.get $entry) (local.get $out)) (i32.const 24)) (i32.const 1)))
    (i32.store offset=4 (local.get $out) (local.get $from))
    (i32.store offset=8 (local.get $out) (local.get $to))))
