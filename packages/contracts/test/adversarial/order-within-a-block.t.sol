// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice A block builder chooses the order of the block's transactions. Between a payer's stop and an operator's
/// charges that order changes no amount.
contract OrderWithinABlockTest is EscrowTest {
    function test_aStop_costsTheSame_whereverItStandsInItsBlock() public {
        for (uint256 position = 0; position < 3; position++) {
            vm.warp(NOW);
            MeterTerms memory terms = defaultTerms();
            terms.salt = bytes32(position);
            openMeter(terms);
            vm.warp(NOW + 1000);
            if (position == 0) stopAsPayer(terms);
            settleAsOperator(terms, 400);
            if (position == 1) stopAsPayer(terms);
            settleAsOperator(terms, 3600);
            if (position == 2) stopAsPayer(terms);
            vm.warp(NOW + 2000);
            closeAsOperator(terms, 3600);
            uint256 count = position + 1;
            assertBalances(FUNDS - count * 277_000, count * 274_230, count * 2_770, 0);
        }
    }

    /// @dev A charge in the opening's block finds no time. A charge in the first block that allows a reclaim is still
    /// accepted.
    function test_theOpeningBlock_costsNothing_andTheExpirysBlock_stillCounts() public {
        MeterTerms memory terms = openDefault();
        (uint256 gross,) = settleAsOperator(terms, 3600);
        vm.assertEq(gross, 0, "gross in the opening block");
        vm.warp(terms.expiry);
        settleAsOperator(terms, 3600);
        escrow.reclaim(terms);
        assertBalances(FUNDS - DEPOSIT, DEPOSIT - 9_972, 9_972, 0);
    }
}
